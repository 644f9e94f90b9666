import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import type { Body } from '#contract/endpoint.ts'
import { updateStore } from '#contract/store.ts'
import { write } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Section } from '#web/ui/section.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Saves a part of the store. */
export async function saveStore(body: Body<typeof updateStore>): Promise<void> {
  await write(updateStore, { body })
  toast.success(t('store.saved'))
}

const savedKey = 'boltyard.store-saved'

/** Saves what every page is written with, and loads the page again, which then says that it is saved. */
export async function saveStoreAndReload(body: Body<typeof updateStore>): Promise<void> {
  await write(updateStore, { body })
  sessionStorage.setItem(savedKey, 'true')
  location.reload()
}

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

/** Renders a part of the store with its form and the button that saves it. */
export function StoreSection({
  part,
  text,
  form,
  children,
}: {
  part: StorePart
  text: string
  form: { form: object; problem: string | undefined; busy: boolean; isDirty: boolean }
  children: ReactNode
}) {
  const title = t(parts[part])
  return (
    <Section id={part} title={title} text={text}>
      <Card>
        <form {...form.form} aria-label={title} className="grid gap-5">
          {children}
          <FormError text={form.problem} />
          <div>
            <Button type="submit" busy={form.busy} disabled={!form.isDirty}>
              {t('word.save')}
            </Button>
          </div>
        </form>
      </Card>
    </Section>
  )
}
