/** With the suite's numbers and sizes: six users, nine products, eleven reviews. */
const NAMES = ['Ada Byron', 'Blaise Rouen', 'Carl Gauss', 'Dora Klein', 'Emil Noether', 'Fan Chung'];
const PRODUCTS = [
  ['Table', 899, 100],
  ['Couch', 1_299, 1_000],
  ['Glass', 15, 20],
  ['Chair', 499, 100],
  ['Screen', 1_299, 1_000],
  ['Lamp', 6_999, 300],
  ['Grill', 3_999, 2_000],
  ['Fridge', 100_000, 6_000],
  ['Sofa', 9_999, 800],
] as const;
const IN_STOCK = new Set(['1', '5', '6', '7', '9']);
/** Product, and characters of the text. */
const REVIEWS = [
  ['1', 446],
  ['1', 291],
  ['1', 274],
  ['1', 139],
  ['2', 446],
  ['2', 291],
  ['2', 274],
  ['2', 139],
  ['3', 139],
  ['4', 139],
  ['4', 818],
] as const;
const WORDS = 'It is as good as it looks, and it came on the day that we had asked for. ';

export const USERS = NAMES.map((name, index) => ({
  id: String(index + 1),
  name,
  username: name.toLowerCase().replace(' ', ''),
  birthday: 1_234_567_890,
}));

export const ALL_PRODUCTS = PRODUCTS.map(([name, price, weight], index) => ({
  upc: String(index + 1),
  name,
  price,
  weight,
}));

export function inventoryOf({ upc, price, weight }: { upc: string; price?: number; weight?: number }): object {
  const shippingEstimate = price === undefined || price > 1_000 ? 0 : Math.floor((weight ?? 0) / 2);
  return { upc, inStock: IN_STOCK.has(upc), shippingEstimate };
}

interface Review {
  id: string;
  body: string;
  product: { upc: string };
  author: () => object;
}

export const ALL_REVIEWS: readonly Review[] = REVIEWS.map(([upc, length], index) => ({
  id: String(index + 1),
  body: WORDS.repeat(1 + Math.floor(length / WORDS.length)).slice(0, length),
  product: { upc },
  author: () => ({ ...userWithReviews('1'), username: USERS[0]?.username }),
}));

/** Every user has written the first two. */
export function userWithReviews(id: string): object {
  return { id, reviews: () => ALL_REVIEWS.slice(0, 2) };
}

export function reviewsOf(upc: string): readonly Review[] {
  return ALL_REVIEWS.filter(({ product }) => product.upc === upc);
}
