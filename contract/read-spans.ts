import { areInOrder, maxSpans, type OpenSpan } from '#contract/opening-hours.ts'

/**
 * Reads the hours of a day as people type them: `8-12, 13–17:30`, `8.00 bis 12.30 Uhr`, `8 am – 5:30 pm`, `von 8 bis 12 und 13 bis 17 Uhr`; empty
 * and words such as `geschlossen` mean closed. Returns undefined for anything else.
 */
export function readSpans(text: string): OpenSpan[] | undefined {
  if (text.trim() === '' || closed.test(text)) return []
  const spans = text.split(separator).map(readSpan)
  const isValid = spans.length <= maxSpans && spans.every((span) => span !== undefined)
  return isValid && areInOrder(spans) ? spans : undefined
}

const closed = /^\s*(?:geschlossen|zu|ruhetag|closed|[-\u2010-\u2015\u2212])\s*$/i
const separator = /[,;/&+]|(?<=[\s\d.])(?:und|and|u\.)(?=[\s\d])/i

/** Hours, minutes behind a colon or a point, and what follows them. */
const time = String.raw`(\d{1,2})(?:[:.](\d\d))?(?:\s*(?:(?:Uhr|o['’]clock)|([ap])\.?m\.?))?`
const span = new RegExp(
  String.raw`^\s*(?:(?:von|from)\s+)?${time}\s*(?:[-\u2010-\u2015\u2212]|bis|to|until|till)\s*${time}\s*$`,
  'i',
)

function readSpan(text: string): OpenSpan | undefined {
  const [, opensHours, opensMinutes, opensHalf, closesHours, closesMinutes, closesHalf] = span.exec(text) ?? []
  const opens = (half: string | undefined) => timeOf(opensHours, opensMinutes, half)
  const end = timeOf(closesHours, closesMinutes, closesHalf)
  // Midnight is the end of the day that closes with it.
  const closes = closesHalf && end === '00:00' ? '24:00' : end
  if (closes === undefined) return undefined
  // In `1-5 pm` the first is in the afternoon, too; in `9-5 pm` it cannot be.
  const choices = opensHalf || !closesHalf ? [opens(opensHalf)] : [opens(closesHalf), opens('a')]
  const found = choices.find((one) => one !== undefined && one < closes) ?? choices[0]
  return found === undefined ? undefined : { opens: found, closes }
}

/** Returns a time of day as `13:05`; undefined if the clock has none such. */
function timeOf(hours: string | undefined, minutes = '00', half?: string): string | undefined {
  if (hours === undefined || Number(minutes) > 59) return undefined
  const typed = Number(hours)
  if (half && (typed < 1 || typed > 12)) return undefined
  const hour = half ? (typed % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : typed
  const isOfDay = hour < 24 || (hour === 24 && minutes === '00')
  return isOfDay ? `${String(hour).padStart(2, '0')}:${minutes}` : undefined
}
