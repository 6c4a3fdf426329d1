/** The hash is 64 hex digits as verusd prints it. */
export interface BlockPlace {
  height: number;
  hash: string;
}

/** Unix seconds. */
export interface TimedPlace extends BlockPlace {
  time: number;
}
