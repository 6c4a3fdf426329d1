/** ChilliCream's graphql-gateway-benchmarks, in Federation 2: four teams, one field that requires another's. */
const LINK = (names: string): string =>
  `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: [${names}])`;

export const PUBLIC_SCHEMAS = {
  accounts: `${LINK('"@key", "@shareable"')}
    type Query { me: User user(id: ID!): User users: [User] }
    type User @key(fields: "id") { id: ID! name: String username: String @shareable birthday: Int }`,
  inventory: `${LINK('"@key", "@external", "@requires"')}
    type Product @key(fields: "upc") {
      upc: String! weight: Int @external price: Int @external
      inStock: Boolean shippingEstimate: Int @requires(fields: "price weight")
    }`,
  products: `${LINK('"@key"')}
    type Query { topProducts(first: Int = 5): [Product] }
    type Product @key(fields: "upc") { upc: String! name: String price: Int weight: Int }`,
  reviews: `${LINK('"@key", "@external", "@provides"')}
    type Review @key(fields: "id") { id: ID! body: String product: Product author: User @provides(fields: "username") }
    type User @key(fields: "id") { id: ID! username: String @external reviews: [Review] }
    type Product @key(fields: "upc") { upc: String! reviews: [Review] }`,
} as const;

export type PublicSubgraph = keyof typeof PUBLIC_SCHEMAS;

const PRODUCT = 'inStock name price shippingEstimate upc weight';
const USER = 'id username name';
const LAST = `reviews { id body product { ${PRODUCT} } }`;
const AUTHORED = `reviews { id body author { ${USER} ${LAST} } }`;

/** As the suite's clients send: users and products with reviews, four levels deep. @param name makes texts differ */
export function publicOperation(name: string): string {
  return `query ${name} {
    users { ${USER} reviews { id body product { ${PRODUCT} ${AUTHORED} } } }
    topProducts { ${PRODUCT} ${AUTHORED} }
  }`;
}
