/** Not a value the BigInt scalar takes. Apart from other type errors, since it is answered as a VALIDATION_ERROR. */
export class MalformedBigInt extends TypeError {
  constructor() {
    super('BigInt takes a whole number below 2^53, or a string of its digits');
    this.name = 'MalformedBigInt';
  }
}
