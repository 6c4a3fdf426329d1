import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';

export interface PrintedBlock {
  /** From the root of the repository. */
  page: string;
  line: number;
  heading: string;
  /** `sh`, `graphql`, `json` … */
  language: string;
  /** `variables`, `answer`. */
  role: string;
  text: string;
}

const FENCE = /^(\s*)(`{3,}|~{3,})(.*)$/;

export function listPages(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', 'README.md', 'docs/*.md'];
  const pages = execFileSync('git', args, { cwd: repositoryDir, encoding: 'utf8' }).trim().split('\n');
  if (!pages.includes('README.md') || pages.length < 10) throw new Error(`too few pages: ${pages.join(', ')}`);
  return pages;
}

/** @throws Error on a fence that is not closed */
export function readBlocks(page: string, text = readFileSync(inRepository(page), 'utf8')): PrintedBlock[] {
  const blocks: PrintedBlock[] = [];
  let open: { block: PrintedBlock; fence: string; lines: string[] } | undefined;
  let heading = '';
  for (const [index, line] of text.split('\n').entries()) {
    const [, , fence = '', info = ''] = FENCE.exec(line) ?? [];
    if (open !== undefined) {
      if (fence.startsWith(open.fence) && info.trim() === '') {
        blocks.push({ ...open.block, text: open.lines.join('\n') });
        open = undefined;
      } else open.lines.push(line);
    } else if (fence !== '') {
      const [language = '', ...role] = info.trim().split(/\s+/);
      open = { block: { page, line: index + 1, heading, language, role: role.join(' '), text: '' }, fence, lines: [] };
    } else heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
  }
  if (open !== undefined) throw new Error(`${page}:${open.block.line}: the fence is not closed`);
  return blocks;
}

export const firstLineOf = ({ text }: PrintedBlock): string => text.split('\n')[0] ?? '';

export interface PrintedOperation extends PrintedBlock {
  variables: Record<string, unknown>;
  answer: unknown;
}

/** @throws Error on variables or an answer that belong to no query */
export function readOperations(blocks: readonly PrintedBlock[]): PrintedOperation[] {
  const operations: PrintedOperation[] = [];
  let current: PrintedOperation | undefined;
  for (const block of blocks) {
    if (block.language === 'graphql') {
      current = { ...block, variables: {}, answer: undefined };
      operations.push(current);
    } else if (block.role === 'variables' || block.role === 'answer') {
      if (current === undefined) throw new Error(`${block.page}:${block.line}: ${block.role} of no query`);
      current[block.role] = JSON.parse(block.text);
    } else current = undefined;
  }
  return operations;
}
