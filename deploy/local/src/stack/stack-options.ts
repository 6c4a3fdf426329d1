export interface StackOptions {
  dataDir: string;
  /** On 127.0.0.1; 0 takes any free one. */
  port: number;
  /** One network each; ignored when `networksFile` is given. */
  recordings: string[];
  /** First tip of the recorded nodes: a height, `end`, or undefined for shortly before the first recorded reorganisation. */
  from: number | 'end' | undefined;
  /** Milliseconds between two blocks of a recorded node; 0: its tip stands still. */
  intervalMs: number;
  /** Generated blocks follow the recorded ones at a fifth of their pace. */
  continues: boolean;
  networksFile: string | undefined;
  /** Reports the files that it wrote; absent where the caller has generated the code. */
  generateCode?: () => Promise<string[]>;
  reset?: boolean;
  onReset?: (text: string) => void;
  processes: 'few' | 'one-per-role';
  postgresSettings?: Record<string, string>;
  display?: 'terminal' | 'silent';
  onTrouble?: (text: string) => void;
}
