export interface StackOptions {
  /** Folder of everything the stack keeps. */
  dataDir: string;
  /** Port of the gateway on 127.0.0.1; 0 takes any free one. */
  port: number;
  /** Recordings to serve as nodes, one network each; ignored when `networksFile` is given. */
  recordings: string[];
  /** Tip of the recorded nodes at their first start: a height, `end`, or undefined for shortly before the first recorded reorganisation. */
  from: number | 'end' | undefined;
  /** Milliseconds between two blocks of a recorded node; 0: its tip stands still. */
  intervalMs: number;
  /** Generated blocks follow the recorded ones, at a fifth of their pace, for as long as the stack runs. */
  continues: boolean;
  /** networks.yaml of real nodes. */
  networksFile: string | undefined;
  /** Writes what is generated from the sources, and reports what it wrote; absent where the caller has done so. */
  generateCode?: () => Promise<string[]>;
  /** Removes what earlier starts have kept in `dataDir` first. */
  reset?: boolean;
  /** Hears what a reset has removed. */
  onReset?: (text: string) => void;
  /** How roles are divided among processes; see `groupRoles`. */
  processes: 'few' | 'one-per-role';
  /** Settings of Postgres beside those of every installation, as tests want them. */
  postgresSettings?: Record<string, string>;
  /** Form of the progress; by default as the terminal allows. */
  display?: 'terminal' | 'silent';
  /** Hears of processes that die and are started again. */
  onTrouble?: (text: string) => void;
}
