/** Writes a time as an input of the browser holds it, in the browser's time zone; empty for none. */
export function toLocalInput(iso: string | undefined): string {
  if (iso === undefined) return ''
  const moment = new Date(iso)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Reads the time of an input of the browser; empty for none. */
export const fromLocalInput = (text: string): string => (text === '' ? '' : new Date(text).toISOString())
