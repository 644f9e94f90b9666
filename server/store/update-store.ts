import { sql } from 'drizzle-orm'
import { type Currency, currencyOf } from '#contract/currency.ts'
import type { Body, ResponseBody } from '#contract/endpoint.ts'
import type { Language } from '#contract/language.ts'
import { areInOrder, onlyOpenDays, type OpeningHours, weekdays } from '#contract/opening-hours.ts'
import { orderReaders } from '#contract/permissions.ts'
import { checkColor, readColor, type StoreColors } from '#contract/store-colors.ts'
import type { Announcement, updateStore as endpoint } from '#contract/store.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import type { AssertUploadedImage } from '#server/media/image-url.ts'
import { readStoredImage } from '#server/media/read-stored-image.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { type Actor, assertPermission } from '#server/platform/http/register-endpoint.ts'
import { countryOfStore } from '#server/store/country-of-store.ts'
import { presentStore, readStoreRow, type StoreRow } from '#server/store/read-store.ts'
import { makeIcon, makeLogo, makeSocialPicture, type MadePicture } from '#server/store/store-images.ts'
import { storeImages, stores } from '#server/store/store.tables.ts'

type Input = Body<typeof endpoint>

export interface StorePictures {
  pictures: Pick<ImageStore, 'directory' | 'read'>
  assertUploadedImage: AssertUploadedImage
}

/** Holds what other domains do for the store. */
export interface StoreActions {
  /** Keeps orders from being placed until the end of the transaction. */
  lockOrders: (tx: Transaction) => Promise<unknown>
  /** Whether customers have ordered. */
  hasCustomerOrders: (db: Database | Transaction) => Promise<boolean>
  /** Returns the number of unpaid orders whose buyers pay by bank transfer. */
  countAwaitedTransfers: (tx: Transaction) => Promise<number>
  /** Makes the amounts of other domains those of another currency. */
  changeCurrency: (tx: Transaction, from: Currency, to: Currency) => Promise<void>
  /** Throws for what looks like a VAT number and is none. */
  assertTaxNumber: (number: string) => void
  /** Keeps what pages of each language show when another becomes the main one; throws `main-language-in-use`. */
  changeMainLanguage: (tx: Transaction, by: Actor, from: Language, to: Language) => Promise<void>
  /** Moves what came with the demo, as far as nothing of it was changed, to the country of the store. */
  moveDemo: (tx: Transaction, country: string | undefined) => Promise<void>
}

/**
 * Changes the fields that are given and returns the store; two admins who change two fields keep both. Throws `permission-missing` or
 * `api-key-scope-missing` for `orderRecipient`, `bankDetails` and `transferDays`,
 * `opening-hours-invalid`, `time-zone-unknown`, `color-unreadable`, `color-too-faint`, `announcement-over`, the problems of pictures, `currency-in-use` and
 * `order-prefix-in-use` once customers have ordered, `bank-details-needed`, `bank-details-in-use`, and what `assertTaxNumber`, `changeCurrency` and `changeMainLanguage` throw.
 */
export async function updateStore(
  db: Database,
  actor: Actor,
  input: Input,
  {
    lockOrders,
    hasCustomerOrders,
    countAwaitedTransfers,
    assertTaxNumber,
    changeCurrency,
    changeMainLanguage,
    moveDemo,
    ...media
  }: StorePictures & StoreActions,
): Promise<ResponseBody<typeof endpoint>> {
  if (input.openingHours) assertInOrder(input.openingHours)
  const { logo, icon, socialPicture, primaryColor, accentColor, announcement, ...others } = input
  const { currency: code, orderPrefix: prefix, ...fields } = others
  if (announcement?.startsAt && announcement.endsAt && announcement.startsAt >= announcement.endsAt)
    throw problem('announcement-over')
  if (input.timeZone !== undefined) await assertZone(db, input.timeZone)
  const colors = { ...colorColumn('primary', primaryColor), ...colorColumn('accent', accentColor) }
  // Before the transaction, since it takes a while.
  const made = {
    logo: await makePicture(media, logo, makeLogo),
    icon: await makePicture(media, icon, makeIcon),
    socialPicture: await makePicture(media, socialPicture, makeSocialPicture),
  }
  const files = Object.values(made).flatMap((one) => one?.files ?? [])
  const pictures = Object.fromEntries(Object.entries(made).flatMap(([name, one]) => (one ? [[name, one.picture]] : [])))
  return db.transaction(async (tx) => {
    await tx.select({ id: stores.id }).from(stores).for('update')
    const before = await readStoreRow(tx)
    // Mails of orders go only where a reader of orders sends them: nobody gives more than they have.
    if ((input.orderRecipient ?? before.orderRecipient).trim() !== before.orderRecipient)
      assertPermission(actor, orderReaders)
    // The same number does not keep other fields from being saved.
    if (input.taxNumber !== undefined && input.taxNumber.trim() !== before.taxNumber) assertTaxNumber(input.taxNumber)
    await assertTransfers(tx, actor, { before, input, lockOrders, countAwaitedTransfers })
    if (files.length > 0) await tx.insert(storeImages).values(files).onConflictDoNothing()
    const from = { code: before.currency, digits: before.currencyDigits }
    const currency = code === undefined || code === from.code ? from : currencyOf(code)
    const orderPrefix = prefix?.toUpperCase() ?? before.orderPrefix
    const hasNewPrefix = orderPrefix !== before.orderPrefix
    if (currency !== from || hasNewPrefix) {
      await lockOrders(tx)
      if (await hasCustomerOrders(tx)) {
        throw hasNewPrefix
          ? problem('order-prefix-in-use', { prefix: before.orderPrefix })
          : problem('currency-in-use', { currency: from.code })
      }
    }
    if (currency !== from) await changeCurrency(tx, from, currency)
    const [main, newMain = main] = [before.languages[0], input.languages?.[0]]
    if (main && newMain && newMain !== main) await changeMainLanguage(tx, actor, main, newMain)
    const { timeZone = before.timeZone } = input
    const country = countryOfStore({ address: '', timeZone })
    if (country !== countryOfStore({ address: '', timeZone: before.timeZone })) await moveDemo(tx, country)
    await tx.update(stores).set({
      ...columns(fields),
      ...colors,
      ...pictures,
      ...(announcement && { announcement: hasText(announcement) ? announcement : null }),
      currency: currency.code,
      currencyDigits: currency.digits,
      orderPrefix,
    })
    const after = await readStoreRow(tx)
    await recordAuditEvent(tx, actor, {
      kind: 'store-changed',
      subject: { type: 'site', id: 'store' },
      before: facts(before),
      after: facts(after),
    })
    return presentStore(after)
  })
}

/** Reports compute days in the database, whose list of time zones can be an older one. Throws `time-zone-unknown`. */
async function assertZone(db: Database, timeZone: string): Promise<void> {
  const { rows } = await db.execute(
    sql`SELECT FROM pg_timezone_names WHERE lower(name) = ${timeZone.toLowerCase()} LIMIT 1`,
  )
  if (rows.length === 0) throw problem('time-zone-unknown', { timeZone })
}

/**
 * Checks who changes where and whether buyers pay by bank transfer, and that the buyers of unpaid orders see where to pay. Throws
 * `permission-missing`, `api-key-scope-missing`, `bank-details-needed` and `bank-details-in-use`.
 */
async function assertTransfers(
  tx: Transaction,
  actor: Actor,
  {
    before,
    input,
    lockOrders,
    countAwaitedTransfers,
  }: { before: StoreRow; input: Input } & Pick<StoreActions, 'lockOrders' | 'countAwaitedTransfers'>,
): Promise<void> {
  const bankDetails = (input.bankDetails ?? before.bankDetails).trim()
  const { transferDays = before.transferDays } = input
  const isMoved = bankDetails !== before.bankDetails
  // The money of buyers goes where this says.
  if (isMoved || transferDays !== before.transferDays) assertPermission(actor, 'refunds')
  if (bankDetails !== '') return
  if (transferDays > 0) throw problem('bank-details-needed')
  if (!isMoved) return
  await lockOrders(tx)
  const count = await countAwaitedTransfers(tx)
  if (count > 0) throw problem('bank-details-in-use', { count })
}

const hasText = ({ text, texts = {} }: Announcement) => [text, ...Object.values(texts)].some((one) => one.trim() !== '')

function assertInOrder(hours: OpeningHours): void {
  const day = weekdays.find((one) => !areInOrder(hours[one] ?? []))
  if (day) throw problem('opening-hours-invalid', { day })
}

/** Returns the column of a color; throws `color-unreadable`, and `color-too-faint` with the nearest color that can be seen. */
function colorColumn(name: keyof StoreColors, text: string | undefined): Partial<StoreRow> {
  if (text === undefined) return {}
  const column = `${name}Color` as const
  if (text.trim() === '') return { [column]: null }
  const color = readColor(text)
  if (color === undefined) throw problem('color-unreadable', { color: text })
  const { least, ratio, nearest } = checkColor(name, color)
  // Rounded down, so that a color just below is not called what is needed.
  const shown = (Math.floor(ratio * 100) / 100).toFixed(2)
  if (ratio < least) throw problem('color-too-faint', { color, ratio: shown, least: String(least), nearest })
  return { [column]: color }
}

/** Makes a picture from its upload; undefined if it is to stay as it is, and `picture` is null if it is removed. */
async function makePicture<Picture>(
  { pictures, assertUploadedImage }: StorePictures,
  source: string | undefined,
  make: (source: string, bytes: Buffer) => Promise<MadePicture<Picture>>,
): Promise<MadePicture<Picture | null> | undefined> {
  if (source === undefined) return undefined
  if (source === '') return { picture: null, files: [] }
  assertUploadedImage(source)
  return make(source, await readStoredImage(pictures, source))
}

type Texts = Omit<
  Input,
  'logo' | 'icon' | 'socialPicture' | 'primaryColor' | 'accentColor' | 'announcement' | 'currency' | 'orderPrefix'
>

function columns({ name, openingHours, ...texts }: Texts): Partial<StoreRow> {
  return {
    ...Object.fromEntries(
      Object.entries(texts).map(([column, value]) => [column, typeof value === 'string' ? value.trim() : value]),
    ),
    ...(name !== undefined && { name: name.trim() || null }),
    ...(openingHours && { openingHours: onlyOpenDays(openingHours) }),
  }
}

const facts = ({ id, edition, units, currencyDigits, ...fields }: StoreRow) => ({
  ...fields,
  unitSystem: units,
})
