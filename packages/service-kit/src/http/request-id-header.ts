/** The header that carries a request's id from the gateway to each process that works for it. */
export const REQUEST_ID_HEADER = 'x-request-id';
