import { readVehicle } from '#contract/garage.ts'
import { call } from '#web/api/call-endpoint.ts'

/** Returns the names of the families that words name, such as `sprinter`; none if they say something else, too. */
export async function familiesOfWords(words: string): Promise<string> {
  const { proposals, notUnderstood } = await call(readVehicle, { body: { text: words } })
  return notUnderstood === undefined ? [...new Set(proposals.map(({ make, family = make }) => family))].join(', ') : ''
}
