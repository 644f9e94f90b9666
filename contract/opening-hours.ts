import { type Static, Type } from 'typebox'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

export const maxSpans = 3
const TimeOfDay = Type.String({ maxLength: 5, pattern: '^(?:[01]\\d|2[0-3]):[0-5]\\d$|^24:00$' })
const Spans = Type.Array(Type.Object({ opens: TimeOfDay, closes: TimeOfDay }), { maxItems: maxSpans })

/** Lists when the store is open on each day, in its time zone and in order; a day that is absent or empty is closed. */
export const OpeningHours = Type.Object(
  {
    monday: Type.Optional(Spans),
    tuesday: Type.Optional(Spans),
    wednesday: Type.Optional(Spans),
    thursday: Type.Optional(Spans),
    friday: Type.Optional(Spans),
    saturday: Type.Optional(Spans),
    sunday: Type.Optional(Spans),
  },
  { additionalProperties: false },
)
export type OpeningHours = Static<typeof OpeningHours>
export type OpenSpan = Static<typeof Spans>[number]

/** Whether each span ends after it begins, and before the next one. */
export const areInOrder = (spans: readonly OpenSpan[]): boolean =>
  spans.every(({ opens, closes }, index) => opens < closes && (spans[index - 1]?.closes ?? '') < opens)

/** Writes the hours of a day as people type them: `08:00–12:00, 13:00–17:00`; empty if the store is closed. */
export const writeSpans = (spans: readonly OpenSpan[] = []): string =>
  spans.map(({ opens, closes }) => `${opens}–${closes}`).join(', ')

/** Joins days in a row that have the same hours, from Monday on. */
export function groupDays(hours: OpeningHours): { from: Weekday; to: Weekday; spans: readonly OpenSpan[] }[] {
  const groups: { from: Weekday; to: Weekday; spans: readonly OpenSpan[] }[] = []
  for (const day of weekdays) {
    const spans = hours[day] ?? []
    const last = groups.at(-1)
    if (last && writeSpans(last.spans) === writeSpans(spans)) last.to = day
    else groups.push({ from: day, to: day, spans })
  }
  return groups
}

/** Whether the seller has entered any hours. */
export const hasHours = (hours: OpeningHours): boolean => weekdays.some((day) => (hours[day] ?? []).length > 0)

/** Returns the hours without the days that are closed. */
export const onlyOpenDays = (hours: OpeningHours): OpeningHours =>
  Object.fromEntries(weekdays.flatMap((day) => ((hours[day] ?? []).length > 0 ? [[day, hours[day]]] : [])))
