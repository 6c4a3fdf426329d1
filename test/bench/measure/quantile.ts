/** Interpolated between the two nearest samples. @param share 0 to 1; 0.5 is the median @throws RangeError without samples */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new RangeError('no samples, no quantile');
  return below + (above - below) * (place - Math.floor(place));
}

/** @throws RangeError without samples */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** For ratios: of 2 and 0.5 it is 1. @throws RangeError without samples */
export function geometricMean(ratios: readonly number[]): number {
  if (ratios.length === 0) throw new RangeError('no samples, no mean');
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}
