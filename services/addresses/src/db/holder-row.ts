/** A row of `holder`: what is held now. */
export interface HolderBalance {
  currencyId: string;
  holder: string;
  balance: bigint;
}

/** Where a row of `holder` goes. */
export interface HolderUpdate extends HolderBalance {
  /** It has a row. */
  wasHeld: boolean;
}

/** A row of `holder_change`: what a holder held after a block that changed it. */
export interface HolderChangeRow extends HolderBalance {
  height: number;
}

/** All holders of a currency together. */
export interface HeldTotal {
  total: bigint;
  holders: number;
}

/** A row of `held_total`. */
export interface HeldTotalRow extends HeldTotal {
  currencyId: string;
  height: number;
}
