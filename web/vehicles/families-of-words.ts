import { readVehicle } from '#contract/garage.ts'
import { call } from '#web/api/call-endpoint.ts'
import { t } from '#web/i18n/messages.ts'

/** Returns a text that offers the families that words name, such as `sprinter`; none if they say something else, too. */
export async function familiesToChoose(words: string): Promise<string> {
  const { proposals, notUnderstood } = await call(readVehicle, { body: { text: words } })
  const families = new Set(proposals.map(({ make, family = make }) => family))
  return notUnderstood === undefined && families.size > 0 ? `${t('vehicle.choose')}: ${[...families].join(', ')}` : ''
}
