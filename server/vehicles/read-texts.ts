import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { maxPhraseKey } from '#contract/fits-phrases.ts'
import type { Language } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isNamedByNumber, mayNameVehicle } from '#server/vehicles/fit-text.ts'
import { areAnswered } from '#server/vehicles/hold-answers.ts'
import { type PlacedFit, placeAnswered, placeFit } from '#server/vehicles/place-fits.ts'
import type { Fit, FitAnswer, FitAnswers, FitsReading } from '#server/vehicles/fits.ts'
import { type Dictionary, readDictionary } from '#server/vehicles/read-dictionary.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import { familyKey, nameKey, phraseOf, textKey, type VehicleNames } from '#server/vehicles/vehicle-names.ts'

/** Names the job that reads texts again. */
export const readTextsJob = 'read-fits-texts'

/** The texts of one statement, and the characters that are read at one go: 10 ms. */
const textsOfStatement = 500
const charactersAtOnce = 5000

/** Says what a text of a part names: rows, and phrases that a person has to decide. It may be applied without one only if `isComplete`. */
export interface ReadText {
  rows: PlacedFit[]
  leftover: string[]
  isComplete: boolean
  /** Tells that it names a vehicle or what may be one. */
  namesVehicle: boolean
  /** Tells that only its vehicles as a whole can be asked: all words are decided and it is not read yet, or one is too long for a question. */
  isAskedWhole: boolean
}

/**
 * Reads a text of a part. A family whose generation is not certain is a question of its own, the same for all texts and spellings; its
 * answer holds only for texts that say no more, and that of the whole text goes before it.
 */
export function readText(text: string, { names, answers, models }: Dictionary): ReadText {
  const whole = answers.get(textKey(text))
  if (whole?.fits.length === 0)
    return { rows: [], leftover: [], isComplete: false, namesVehicle: false, isAskedWhole: false }
  const reading = readFits(text, names, answers)
  const unplaced = new Set<string>()
  // A word that is answered with the only model of a family says which one is meant.
  const said = reading.used.flatMap(({ text: words, origin }) =>
    origin === undefined ? [] : (answers.get(nameKey(words))?.fits ?? []),
  )
  // What a family leaves open stays open if only the rest of a text is answered.
  const isLeftOpen = (fit: Fit): boolean => {
    const ofFamily = whole && answers.get(nameKey(phraseOf(fit)))
    const isMeant = (one: FitAnswer['fits'][number]) =>
      whole?.fits.some((other) => phraseOf(other) === phraseOf(one) && other.generation === one.generation)
    return ofFamily?.isCondition === true && ofFamily.fits.every((one) => isMeant(one))
  }
  const rows = reading.readings.flatMap((fit) => {
    const ofText = (whole?.fits ?? []).filter(({ make, family }) => make === fit.make && family === fit.family)
    const placed = fit.generation === null && ofText.length > 0 ? [] : placeFit(fit, models)
    if (placed.length > 0) return isLeftOpen(fit) ? placed.map(withoutVersion) : placed
    const isOnly = models.get(familyKey(fit.make, fit.family))?.length === 1
    const named = isOnly ? said.filter(({ make, family }) => make === fit.make && family === fit.family) : []
    const rowsOfName = placeAnswered(fit, { fits: named, origin: 'answer' }, models)
    if (rowsOfName.length > 0) return rowsOfName
    if (whole && ofText.length > 0) {
      const meant = placeAnswered(fit, { ...whole, fits: ofText }, models, true)
      return isLeftOpen(fit) ? meant.map(withoutVersion) : meant
    }
    // An answer that no year of the text allows leaves the question what the family of these years is.
    const phrases = [...(fit.generation === null ? [phraseOf(fit)] : []), phraseOfYears(fit)]
    for (const [at, phrase] of phrases.entries()) {
      const answer = answers.get(nameKey(phrase))
      if (answer?.fits.length === 0) return []
      const isOfYears = at === phrases.length - 1 && phrase !== phraseOf(fit)
      const answered = answer ? placeAnswered(fit, answer, models, isOfYears) : []
      if (answered.length > 0) return answer?.isCondition ? answered.map(withoutVersion) : answered
      // Whoever said what a text means has seen all of its families.
      if (!whole && (!answer || at === phrases.length - 1)) unplaced.add(phrase)
      if (!answer) break
    }
    return []
  })
  const found = [...new Set([...reading.leftover, ...unplaced])]
  const isSpent = areAnswered(found, answers)
  const isTooLong = found.some((one) => nameKey(one).length > maxPhraseKey)
  const isNamed = reading.readings.length > 0 || isVehicleAnswered(reading, answers)
  return {
    rows: rows.map(withShortCondition),
    leftover: found,
    isComplete: rows.length > 0 && found.length === 0,
    namesVehicle: isNamed || found.some((one) => isNameIn(one, names)),
    // A text of numbers without any vehicle is none.
    isAskedWhole: isTooLong || (isSpent && found.length > 0 && (isNamed || found.some((one) => mayNameVehicle(one)))),
  }
}

/** Says of parts that are for some vehicles of a family what buyers have to find out. */
export const versionNotStated: Readonly<Record<Language, string>> = {
  en: 'exact version not stated',
  de: 'genaue Ausführung nicht angegeben',
}

const withoutVersion = (row: PlacedFit): PlacedFit => ({
  ...row,
  condition: [row.condition, versionNotStated[mainLanguage()]].filter(Boolean).join(', '),
})

/** Says of a condition that is too long for a fitment only that there is one. */
const withShortCondition = (row: PlacedFit): PlacedFit =>
  (row.condition?.length ?? 0) > maxLengths.fitmentText ? withoutVersion({ ...row, condition: null }) : row

/** Tells whether words of a text are a vehicle or were answered as one, although none is read. */
const isVehicleAnswered = ({ used }: FitsReading, answers: FitAnswers): boolean =>
  used.some(
    ({ as, text }) =>
      as === 'vehicle' ||
      (as === 'answer' &&
        [text, ...text.split(/[^\p{L}\p{N}]+/u)].some((one) => (answers.get(nameKey(one))?.fits.length ?? 0) > 0)),
  )

/** Tells whether a phrase has the name of a family or generation in it; a number alone is none. */
const isNameIn = (phrase: string, names: VehicleNames): boolean =>
  [phrase, ...phrase.split(/[^\p{L}\p{N}]+/u)].some(
    (one) =>
      mayNameVehicle(one) &&
      (isNamedByNumber(one) || !/^\d+$/.test(one)) &&
      (names.things.get(nameKey(one)) ?? []).some(({ kind }) => kind !== 'make'),
  )

/** Returns the phrase that asks which vehicle a family of some years is; one year is written as a range, as no text has it. */
export const phraseOfYears = (fit: Fit): string =>
  fit.from === null && fit.to === null
    ? phraseOf(fit)
    : [phraseOf(fit), fit.generation, `${fit.from ?? ''}-${fit.to ?? ''}`].filter(Boolean).join(' ')

/** Reads texts one after the other, and lets requests in between. */
export async function readAll<Row extends { text: string }>(
  rows: readonly Row[],
  dictionary: Dictionary,
  take: (row: Row, read: ReadText) => void,
): Promise<void> {
  let characters = 0
  for (const row of rows) {
    characters += row.text.length
    if (characters >= charactersAtOnce) {
      await yieldToRequests()
      characters = row.text.length
    }
    take(row, readText(row.text, dictionary))
  }
}

/**
 * Reads the texts that were last read with other names or answers, and keeps what is left over of each. Safe to repeat, and at the same
 * time in several processes: a text that changes meanwhile is read again.
 */
export async function readTexts(db: Database): Promise<void> {
  for (;;) {
    const dictionary = await readDictionary(db)
    const { rows: texts } = await db.execute<{ id: string; text: string }>(sql`
      SELECT product_id AS id, text FROM fits_texts WHERE edition <> ${dictionary.edition} LIMIT ${textsOfStatement}`)
    if (texts.length === 0) return
    const read: ({ id: string; text: string } & Pick<ReadText, 'leftover' | 'isComplete' | 'namesVehicle'>)[] = []
    const phrases = new Map<string, string>()
    await readAll(texts, dictionary, ({ id, text }, { leftover, isAskedWhole, isComplete, namesVehicle }) => {
      const asked = isAskedWhole
        ? [[textKey(text), text] as const]
        : leftover.map((one) => [nameKey(one), one] as const)
      for (const [key, words] of asked) if (isAskedWhole || mayNameVehicle(words)) phrases.set(key, words)
      read.push({ id, text, leftover: asked.map(([key]) => key), isComplete, namesVehicle })
    })
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        INSERT INTO fits_phrases (key, text)
        SELECT key, value FROM jsonb_each_text(${JSON.stringify(Object.fromEntries(phrases))}::jsonb) WHERE key <> ''
        ORDER BY key ON CONFLICT DO NOTHING`)
      await tx.execute(sql`
        UPDATE fits_texts SET leftover = given.leftover, is_complete = given."isComplete", names_vehicle = given."namesVehicle",
          edition = ${dictionary.edition}
        FROM jsonb_to_recordset(${JSON.stringify(read)}::jsonb) AS given (id uuid, text text, leftover text[], "isComplete" boolean, "namesVehicle" boolean)
        WHERE product_id = given.id AND fits_texts.text = given.text`)
    })
  }
}
