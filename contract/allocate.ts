/**
 * Splits `amountCents` by `weights` in whole cents; the shares add up to the amount, and each differs from its exact one by less than a
 * cent. The largest remainders get the cents that are left, of equal ones the first. Weights are whole numbers from 0; if all are 0, they
 * count alike. Calculates in BigInt: amount × weight exceeds 2^53.
 */
export function allocate(amountCents: number, weights: readonly (number | bigint)[]): number[] {
  if (weights.length === 0) {
    if (amountCents !== 0) throw new RangeError('An amount cannot be split among nothing.')
    return []
  }
  const under = weights.reduce<bigint>((total, weight) => total + BigInt(weight), 0n)
  if (under === 0n)
    return allocate(
      amountCents,
      weights.map(() => 1),
    )
  const amount = BigInt(Math.abs(amountCents))
  const shares = weights.map((weight, index) => {
    const over = amount * BigInt(weight)
    return { index, whole: Number(over / under), rest: over % under }
  })
  const left = Math.abs(amountCents) - shares.reduce((total, { whole }) => total + whole, 0)
  const byRemainder = shares.toSorted((one, other) => compare(other.rest, one.rest) || one.index - other.index)
  for (const share of byRemainder.slice(0, left)) share.whole += 1
  return shares.map(({ whole }) => (amountCents < 0 ? 0 - whole : whole))
}

const compare = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0)
