/** A block by height and hash. The hash is 64 hex digits as verusd prints it. */
export interface BlockPlace {
  height: number;
  hash: string;
}

/** A block place with the block's time in Unix seconds. */
export interface TimedPlace extends BlockPlace {
  time: number;
}
