import { useState } from 'react'
import {
  type Customer,
  maxCreditLimit,
  maxNetDays,
  setCustomerTerms,
  type Terms,
  withdrawCustomerTerms,
} from '#contract/customers.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { currencyName, moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import { amountInput, amountRefusal, numberInput, readAmount, readWhole } from '#web/i18n/typed-number.ts'

/** Shows whether a customer may pay by invoice, and on which terms, and lets an admin change that. */
export function CustomerTerms({ customer }: { customer: Customer }) {
  const { _id: id, terms } = customer
  const [isEditing, setEditing] = useState(false)
  const withdrawing = useConfirm<Customer>(
    () => ({
      title: t('customers.withdraw-title', { name: customer.name || customer.email }),
      text: t('customers.withdraw-text'),
      confirmLabel: t('customers.withdraw'),
    }),
    async () => {
      await write(withdrawCustomerTerms, { params: { id } })
      toast.success(t('customers.withdrawn'))
    },
  )
  if (isEditing) return <TermsForm customer={customer} onClose={() => setEditing(false)} />
  return (
    <>
      {terms && (terms.active || terms.owed > 0) ? <TermsFacts terms={terms} /> : null}
      {terms?.active ? null : <p className="muted">{t(terms ? 'customers.ended-text' : 'customers.no-terms')}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
          {t(terms?.active ? 'customers.change-terms' : 'customers.allow-invoice')}
        </Button>
        {terms?.active ? (
          <Button variant="quiet" size="sm" className="text-error" onClick={() => withdrawing.ask(customer)}>
            {t('customers.withdraw')}
          </Button>
        ) : null}
      </div>
      {withdrawing.dialog}
    </>
  )
}

function TermsFacts({ terms: { netDays, creditLimit, owed, poRequired } }: { terms: Terms }) {
  return (
    <>
      <Facts
        facts={[
          { term: t('customers.terms'), value: t('customers.net-days', { days: netDays }) },
          {
            term: t('customers.limit'),
            value: creditLimit === null ? t('customers.no-limit') : moneyText(creditLimit),
          },
          { term: t('customers.owed'), value: moneyText(owed) },
          creditLimit !== null && { term: t('customers.left'), value: moneyText(creditLimit - owed), strong: true },
          poRequired && { term: t('orders.po-number'), value: t('customers.po-required') },
        ]}
      />
      <p className="muted mt-2 text-sm">{t('customers.credit-text')}</p>
    </>
  )
}

interface Values {
  netDays: string
  limit: string
  poRequired: boolean
}

function TermsForm({
  customer: { _id: id, terms, unconfirmed },
  onClose,
}: {
  customer: Customer
  onClose: () => void
}) {
  const form = useEntryForm<Values>({
    values: {
      netDays: numberInput(terms?.netDays ?? 30),
      limit: terms && terms.creditLimit !== null ? amountInput(terms.creditLimit) : '',
      poRequired: terms?.poRequired ?? false,
    },
    fieldOf: (error) => (error instanceof ApiProblem && error.code === 'credit-limit-below-owed' ? 'limit' : undefined),
    async send({ netDays, limit, poRequired }) {
      const creditLimit = limit.trim() === '' ? null : readAmount(limit)
      await write(setCustomerTerms, { params: { id }, body: { netDays: readWhole(netDays), creditLimit, poRequired } })
      toast.success(t('customers.terms-saved'))
      onClose()
      return undefined
    },
  })
  return (
    <form {...form.form} className="grid gap-4">
      {unconfirmed ? <p className="font-semibold">{t('customers.unconfirmed-text')}</p> : null}
      <TermsInputs form={form} />
      <FormError text={form.problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {t('word.save')}
        </Button>
        <Button variant="outline" disabled={form.busy} onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  )
}

export type TermsEntry = ReturnType<typeof useEntryForm<Values>>

/** Asks for the terms on which a customer pays by invoice. */
export function TermsInputs({ form }: { form: TermsEntry }) {
  return (
    <>
      <Field
        label={t('customers.days')}
        inputMode="numeric"
        autoComplete="off"
        required
        hint={t('customers.days-hint')}
        {...form.field('netDays', {
          validate: (text) => isWhole(text, maxNetDays) || t('customers.days-wrong', { most: maxNetDays }),
        })}
      />
      <Field
        label={t('customers.limit')}
        inputMode="decimal"
        autoComplete="off"
        hint={t('customers.limit-hint', { currency: currencyName() })}
        {...form.field('limit', {
          validate: (text) =>
            text.trim() === '' ||
            isLimit(readAmount(text)) ||
            amountRefusal(text) ||
            t('customers.limit-wrong', { least: moneyText(0), most: moneyText(maxCreditLimit) }),
        })}
      />
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input type="checkbox" className="checkbox" {...form.plain('poRequired')} />
        {t('customers.require-po')}
      </label>
    </>
  )
}

const isWhole = (text: string, most: number) => readWhole(text) >= 0 && readWhole(text) <= most
const isLimit = (amount: number) => amount >= 0 && amount <= maxCreditLimit
