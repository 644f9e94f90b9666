import { type ExceededLimit, exceededText, type SourceFailure, sourceFailureText } from '#contract/import-sources.ts'
import type { Language } from '#contract/language.ts'
import type { ImportRecord, ImportSourceRecord } from '#server/imports/imports.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

interface Mail {
  to: string
  kind: string
  language: Language
  subject: string
  paragraphs: readonly string[]
  action: { label: string; url: string }
}

/** Queues a mail in the transaction of what it tells. */
export type TellStaff = (tx: Transaction, mail: Mail) => Promise<void>

const texts = {
  en: {
    waits: (name: string) => `An import waits for you: ${name}`,
    waitsText: (file: string) => `The shop has fetched ${file} and compared it, but has applied nothing:`,
    look: 'Look at the import',
    fails: (name: string) => `An import by schedule fails: ${name}`,
    failsText: 'The shop could not import the file of this schedule:',
    again: 'It tries again by schedule. You get no further mail about this until something else is wrong.',
    open: 'Open the schedules',
    leaves: (file: string) => `A planned change left rows out: ${file}`,
    isHeld: 'Its day has come, but the shop could not apply it. Apply it by hand: the page says what is in the way.',
    hasFailed: (failure: string) => `Its day has come, but it failed before the end: ${failure}`,
    changedSince: (count: number) =>
      `Rows whose part was changed after the comparison, left as they are now: ${count}.`,
    refused: (count: number) => `Rows that the shop refused: ${count}.`,
  },
  de: {
    waits: (name: string) => `Ein Import wartet auf Sie: ${name}`,
    waitsText: (file: string) => `Der Shop hat ${file} geholt und verglichen, aber nichts übernommen:`,
    look: 'Import ansehen',
    fails: (name: string) => `Ein geplanter Import ist gestört: ${name}`,
    failsText: 'Der Shop konnte die Datei dieses Zeitplans nicht importieren:',
    again: 'Er versucht es nach Zeitplan wieder. Darüber kommt keine weitere E-Mail, bis etwas anderes nicht stimmt.',
    open: 'Zeitpläne öffnen',
    leaves: (file: string) => `Eine geplante Änderung hat Zeilen ausgelassen: ${file}`,
    isHeld:
      'Ihr Tag ist da, aber der Shop konnte sie nicht übernehmen. Übernehmen Sie sie von Hand: Die Seite sagt, was im Weg steht.',
    hasFailed: (failure: string) => `Ihr Tag ist da, aber sie ist vor dem Ende fehlgeschlagen: ${failure}`,
    changedSince: (count: number) =>
      `Zeilen, deren Produkt nach dem Vergleich geändert wurde und so bleibt, wie es jetzt ist: ${count}.`,
    refused: (count: number) => `Zeilen, die der Shop abgelehnt hat: ${count}.`,
  },
} as const satisfies Record<Language, unknown>

type About = Pick<ImportSourceRecord, 'name' | 'language'>

/** Returns the mail about a file that a person must decide about. */
export function waitingMail(
  { name, language }: About,
  to: string,
  { id, fileName, exceeded }: { id: string; fileName: string; exceeded: readonly ExceededLimit[] },
): Mail {
  const { waits, waitsText, look } = texts[language]
  const reasons = exceeded.map((one) => exceededText(one, language))
  const action = { label: look, url: `/dashboard/imports/${id}` }
  const paragraphs = [waitsText(fileName), reasons.join('\n')]
  return { to, kind: 'import-waits', language, subject: waits(name), paragraphs, action }
}

/** Returns the mail about a file that could not be had or compared. */
export function failureMail({ name, language }: About, to: string, failure: SourceFailure): Mail {
  const { fails, failsText, again, open } = texts[language]
  const action = { label: open, url: '/dashboard/import-sources' }
  const paragraphs = [failsText, sourceFailureText(failure, language), again]
  return { to, kind: 'import-fails', language, subject: fails(name), paragraphs, action }
}

/** Returns the mail about what a planned import has left out when its day came. */
export function leftOutMail({ id, fileName, language, state, failure, counts }: ImportRecord, to: string): Mail {
  const { leaves, isHeld, hasFailed, changedSince, refused, look } = texts[language]
  const { 'changed-since': changed = 0, refused: refusals = 0 } = counts
  const paragraphs = [
    ...(state === 'checked' ? [isHeld] : []),
    ...(state === 'failed' ? [hasFailed(failure ?? '')] : []),
    ...(changed > 0 ? [changedSince(changed)] : []),
    ...(refusals > 0 ? [refused(refusals)] : []),
  ]
  const action = { label: look, url: `/dashboard/imports/${id}` }
  return { to, kind: 'import-left-rows', language, subject: leaves(fileName), paragraphs, action }
}
