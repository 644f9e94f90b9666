import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Body } from '#contract/endpoint.ts'
import { updateStore } from '#contract/store.ts'
import { write } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Section } from '#web/ui/section.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

const savedKey = 'boltyard.store-saved'

/** Says after a reload that the store is saved. */
export function useSavedBeforeReload(): void {
  useEffect(() => {
    if (sessionStorage.getItem(savedKey) === null) return
    sessionStorage.removeItem(savedKey)
    toast.success(t('store.saved'))
  }, [])
}

/** The parts of the store with their titles, in the order of the page. */
const parts = {
  name: 'store.name-title',
  pictures: 'store.pictures',
  colors: 'store.colors',
  contacts: 'store.contacts',
  hours: 'store.hours',
  currency: 'word.currency',
  company: 'store.company-title',
  retention: 'store.retention',
  'order-numbers': 'store.order-numbers',
  announcement: 'store.announcement',
  languages: 'store.languages',
  'time-zone': 'store.time-zone',
  units: 'store.units',
} as const

export type StorePart = keyof typeof parts

/** Renders a link to each part of the store; the browser scrolls to the part that the address names once it is there. */
export function StoreParts() {
  const { hash } = useLocation()
  useEffect(() => {
    document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  return (
    <nav aria-label={t('store.parts')}>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {Object.entries(parts).map(([part, title]) => (
          <li key={part}>
            <Link to={{ hash: part }} replace className="link inline-block py-1">
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Renders a part of the store that stays as it is, with the reason. */
export function FixedStoreSection({
  part,
  label,
  value,
  reason,
}: {
  part: StorePart
  label: string
  value: string
  reason: string
}) {
  return (
    <Section id={part} title={t(parts[part])}>
      <Card>
        <Field label={label} value={value} hint={reason} readOnly className="max-w-lg" />
      </Card>
    </Section>
  )
}

interface PartForm {
  problem: string | undefined
  isDirty: boolean
  submit: () => Promise<boolean>
  reset: () => void
}

interface Saving {
  /** Saves values of the store; with `reload` set, the page loads again once all changed parts are saved, since every page is written with them. */
  saveStore: (body: Body<typeof updateStore>, options?: { reload: boolean }) => Promise<void>
  /** Tells the form of a part as it is now; undefined once it is gone. */
  setForm: (part: StorePart, form: PartForm | undefined) => void
}

const SavingContext = createContext<Saving | undefined>(undefined)

function useSaving(): Saving {
  const saving = use(SavingContext)
  if (!saving) throw new Error('A part of the store stands outside its form.')
  return saving
}

/** Returns what saves values of the store while the form of the page is sent. */
export const useSaveStore = (): Saving['saveStore'] => useSaving().saveStore

const byPage = Object.keys(parts) as StorePart[]

/** Renders the parts of the store as one form, whose bar to save or discard is there while something has changed. */
export function StoreForm({ children }: { children: ReactNode }) {
  const forms = useRef(new Map<StorePart, PartForm>())
  const outcome = useRef({ isSaved: false, isReloadDue: false })
  const [changed, setChanged] = useState<readonly StorePart[]>([])
  const [busy, setBusy] = useState(false)
  const saving = useMemo<Saving>(
    () => ({
      async saveStore(body, { reload } = { reload: false }) {
        await write(updateStore, { body })
        outcome.current.isSaved = true
        outcome.current.isReloadDue ||= reload
      },
      setForm(part, form) {
        if (form) forms.current.set(part, form)
        else forms.current.delete(part)
        setChanged((before) => {
          const now = byPage.filter((one) => forms.current.get(one)?.isDirty)
          return now.join() === before.join() ? before : now
        })
      },
    }),
    [],
  )

  async function save() {
    if (busy) return
    setBusy(true)
    outcome.current.isSaved = false
    let isAllSaved = true
    // The last refused part takes the focus: from the end of the page, that is the first.
    for (const part of changed.toReversed()) {
      if (!(await forms.current.get(part)?.submit())) isAllSaved = false
    }
    setBusy(false)
    if (!isAllSaved) return
    if (outcome.current.isReloadDue) {
      sessionStorage.setItem(savedKey, 'true')
      location.reload()
    } else if (outcome.current.isSaved) toast.success(t('store.saved'))
  }

  return (
    <SavingContext value={saving}>
      <Form onSend={save} className="" aria-label={t('store.title')}>
        {children}
        {changed.length === 0 ? null : (
          <div
            id="save-bar"
            className="sticky bottom-3 z-10 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-base-300 bg-base-100 p-2 shadow-lift sm:pl-4"
          >
            <p className="min-w-0 grow basis-60 max-sm:px-2">
              {t('store.changed', { parts: listText(changed.map((part) => t(parts[part]))) })}
            </p>
            <Button variant="quiet" disabled={busy} onClick={() => forms.current.forEach((form) => form.reset())}>
              {t('store.discard')}
            </Button>
            <Button type="submit" busy={busy}>
              {t('word.save')}
            </Button>
          </div>
        )}
      </Form>
    </SavingContext>
  )
}

const listText = (texts: readonly string[]) => new Intl.ListFormat(currentLocale()).format(texts)

/** Renders a part of the store with its fields, which are saved with the other changed parts. */
export function StoreSection({
  part,
  text,
  form,
  children,
}: {
  part: StorePart
  text: string
  form: PartForm
  children: ReactNode
}) {
  const { setForm } = useSaving()
  useEffect(() => setForm(part, form))
  useEffect(() => () => setForm(part, undefined), [setForm, part])
  return (
    <Section id={part} title={t(parts[part])} text={text}>
      <Card>
        <div className="grid gap-5">
          {children}
          <FormError text={form.problem} />
        </div>
      </Card>
    </Section>
  )
}
