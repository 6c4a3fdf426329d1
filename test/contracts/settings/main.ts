import { writeFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { loadRoles } from './list-settings.ts';
import { writeSettingsPage } from './settings-page.ts';

// `npm run settings`.
writeFileSync(inRepository('docs', 'settings.md'), writeSettingsPage(await loadRoles()));
process.exit(0);
