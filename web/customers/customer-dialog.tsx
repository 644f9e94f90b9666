import { type ComponentProps, type ReactNode, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { type AddressField, addressFields } from '#contract/addresses.ts'
import { addCustomer, changeCustomer, type CustomerDetails, repeatInvitation } from '#contract/customers.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { maxPersonName } from '#contract/person-name.ts'
import { listCustomerGroups } from '#contract/pricing.ts'
import { type TermsEntry, TermsInputs } from '#web/customers/customer-terms.tsx'
import { useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { ApiProblem } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { AddressFields, addressFieldOf } from '#web/page/address-fields.tsx'
import { isEmailAddress } from '#web/page/is-email-address.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'
import { numberInput, readAmount, readWhole } from '#web/i18n/typed-number.ts'

interface Props {
  open: boolean
  /** Undefined for a new one. */
  details?: CustomerDetails
  onClose: () => void
}

/** Adds a customer, invites them if staff say so, and goes to the new page; or changes what staff know of one. */
export function CustomerDialog({ open, details, onClose }: Props) {
  const { withReauthentication, dialog } = useReauthentication()
  const navigate = useNavigate()
  const title = details
    ? t('word.edit-one', { name: details.customer.name || details.customer.email })
    : t('customers.add-customer')
  return (
    <>
      <Dialog open={open} title={title} wide onClose={onClose}>
        {details ? (
          <EditForm details={details} onClose={onClose} />
        ) : (
          <AddForm
            onAdded={async ({ id, email, invites }) => {
              onClose()
              if (invites)
                await withReauthentication(async () => {
                  await write(repeatInvitation, { params: { id } })
                  toast.success(t('customers.invitation-sent', { email }))
                })
              await navigate(`/dashboard/customers/${id}`)
            }}
          />
        )}
      </Dialog>
      {dialog}
    </>
  )
}

type Values = Record<AddressField | 'country' | 'email' | 'name' | 'phone' | 'taxNumbers', string> & {
  hasAddress: boolean
}

const emptyAddress = Object.fromEntries(addressFields.map((name) => [name, ''])) as Record<AddressField, string>

/** Returns what both calls send of the fields. */
function bodyOf({ email, name, phone, taxNumbers, hasAddress, country, ...rest }: Values) {
  const texts = Object.fromEntries(addressFields.map((field) => [field, rest[field]]))
  return {
    email: email.trim(),
    name: name.trim(),
    phone: phone.trim(),
    taxNumbers: taxNumbers
      .split(/[,;|\n]/)
      .map((text) => text.trim())
      .filter(Boolean),
    address: hasAddress ? { ...texts, country } : null,
  }
}

const fieldOf = (error: unknown) => {
  const code = error instanceof ApiProblem ? error.code : undefined
  if (code === 'customer-known' || code === 'customer-merged' || code === 'customer-signs-in') return 'email'
  if (code === 'tax-id-invalid' || code === 'vat-check-digit-wrong' || code === 'too-many-tax-ids') return 'taxNumbers'
  return addressFieldOf(error)
}

interface NewValues extends Values {
  group: string
  onAccount: boolean
  netDays: string
  limit: string
  poRequired: boolean
  invites: boolean
}

function AddForm({ onAdded }: { onAdded: (added: { id: string; email: string; invites: boolean }) => Promise<void> }) {
  const person = usePerson()
  const [known, setKnown] = useState<Known>()
  const form = useEntryForm<NewValues>({
    values: {
      ...emptyAddress,
      email: '',
      name: '',
      phone: '',
      taxNumbers: '',
      country: currentStore().country ?? 'US',
      hasAddress: true,
      group: '',
      onAccount: false,
      netDays: numberInput(30),
      limit: '',
      poRequired: false,
      invites: false,
    },
    draft: 'customer-new',
    fieldOf,
    async send(values) {
      const { group, onAccount, netDays, limit, poRequired, invites } = values
      const creditLimit = limit.trim() === '' ? null : readAmount(limit)
      const body = {
        ...bodyOf(values),
        ...(group && { groups: [group] }),
        ...(onAccount && { terms: { netDays: readWhole(netDays), creditLimit, poRequired } }),
      }
      const { _id } = await write(addCustomer, { body }).catch((error: unknown) => {
        setKnown(knownOf(error))
        throw error
      })
      toast.success(t('customers.added', { name: body.name || body.email }))
      await onAdded({ id: _id, email: body.email, invites })
      return undefined
    },
  })
  return (
    <form {...form.form} className="grid gap-5">
      {/* A form with more values has these, too. */}
      <CustomerFields form={form as unknown as Entry} known={known}>
        {mayUse(person, 'prices') ? <GroupField form={form} /> : null}
        <TermsFields form={form} />
        <Checkbox label={t('customers.invite-now')} {...form.plain('invites')} />
        <FormError text={form.problem} />
        <Button type="submit" size="lg" busy={form.busy}>
          {t('customers.add-customer')}
        </Button>
      </CustomerFields>
    </form>
  )
}

function EditForm({ details, onClose }: { details: CustomerDetails; onClose: () => void }) {
  const { customer, profile, addresses, taxNumbers, version } = details
  const own = addresses.find(({ isDefault }) => isDefault)
  const [known, setKnown] = useState<Known>()
  const form = useEntryForm<Values>({
    values: {
      ...Object.fromEntries(addressFields.map((name) => [name, own?.[name] ?? ''])),
      email: customer.email,
      name: profile.displayName,
      phone: profile.phone,
      taxNumbers: taxNumbers.join(', '),
      country: own?.country ?? currentStore().country ?? 'US',
      hasAddress: own !== undefined,
    },
    fieldOf,
    async send(values) {
      const body = { ...bodyOf(values), version }
      await write(changeCustomer, { params: { id: customer._id }, body }).catch((error: unknown) => {
        setKnown(knownOf(error))
        throw error
      })
      toast.success(t('customers.saved'))
      onClose()
      return undefined
    },
  })
  return (
    <form {...form.form} className="grid gap-5">
      <CustomerFields form={form} known={known}>
        <FormError text={form.problem} />
        <Button type="submit" size="lg" busy={form.busy}>
          {t('word.save')}
        </Button>
      </CustomerFields>
    </form>
  )
}

type Entry = ReturnType<typeof useEntryForm<Values>>
type NewEntry = ReturnType<typeof useEntryForm<NewValues>>

interface Known {
  id: string
  name: string
}

/** Returns the customer whom the address leads to already. */
function knownOf(error: unknown): Known | undefined {
  if (!(error instanceof ApiProblem)) return undefined
  const { id, name } = error.facts
  return id === undefined ? undefined : { id: String(id), name: String(name) }
}

/** Asks for what staff know of a customer; what follows stands behind the address, in the order of errors. */
function CustomerFields({ form, known, children }: { form: Entry; known: Known | undefined; children: ReactNode }) {
  const hasAddress = useWatch({ control: form.control, name: 'hasAddress' })
  const fields = (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('word.email')}
          type="email"
          inputMode="email"
          maxLength={maxLengths.email}
          required
          autoComplete="off"
          {...form.field('email', { validate: (text) => isEmailAddress(text) || t('sign-in.no-email') })}
        />
        <Field label={t('word.name')} maxLength={maxPersonName} autoComplete="off" {...form.field('name')} />
        <Field
          label={t('word.phone')}
          type="tel"
          maxLength={maxLengths.phone}
          autoComplete="off"
          {...form.field('phone')}
        />
        <Field
          label={t('word.vat-number')}
          autoComplete="off"
          hint={t('customers.vat-numbers-hint')}
          {...form.field('taxNumbers')}
        />
      </div>
      {known ? (
        <p>
          <Link to={`/dashboard/customers/${known.id}`} className="font-semibold underline underline-offset-4">
            {t('customers.open-known', { name: known.name })}
          </Link>
        </p>
      ) : null}
      <Checkbox label={t('customers.has-address')} {...form.plain('hasAddress')} />
    </>
  )
  return (
    <>
      {fields}
      {hasAddress ? <AddressFields form={form}>{children}</AddressFields> : children}
    </>
  )
}

function Checkbox({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input type="checkbox" className="checkbox" {...input} />
      {label}
    </label>
  )
}

function GroupField({ form }: { form: NewEntry }) {
  const groups = useQuery(endpointQuery(listCustomerGroups, { query: {} })).data ?? []
  const group = useController({ control: form.control, name: 'group' }).field
  if (groups.length === 0) return null
  return (
    <Select
      label={t('customers.group')}
      choices={[
        { value: '', label: t('customers.no-group') },
        ...groups.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      value={group.value}
      onChoose={group.onChange}
    />
  )
}

function TermsFields({ form }: { form: NewEntry }) {
  const isOnAccount = useWatch({ control: form.control, name: 'onAccount' })
  return (
    <>
      <Checkbox label={t('customers.payment-by-invoice')} {...form.plain('onAccount')} />
      {isOnAccount ? <TermsInputs form={form as unknown as TermsEntry} /> : null}
    </>
  )
}
