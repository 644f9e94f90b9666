import { useNavigate } from 'react-router'
import { inviteCustomer } from '#contract/customers.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { maxPersonName } from '#contract/person-name.ts'
import { useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { ApiProblem } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { isEmailAddress } from '#web/page/is-email-address.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Makes a customer of an address without an account, and goes to the new page. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { withReauthentication, dialog } = useReauthentication()
  const navigate = useNavigate()
  return (
    <>
      <Dialog open={open} title={t('customers.invite')} text={t('customers.invite-text')} onClose={onClose}>
        <InviteForm
          invite={async (values) => {
            await withReauthentication(async () => {
              const { _id } = await write(inviteCustomer, { body: values })
              onClose()
              toast.success(t('customers.invitation-sent', { email: values.email }))
              await navigate(`/dashboard/customers/${_id}`)
            })
          }}
        />
      </Dialog>
      {dialog}
    </>
  )
}

interface Invitee {
  email: string
  name: string
  phone: string
}

function InviteForm({ invite }: { invite: (invitee: Invitee) => Promise<void> }) {
  const form = useEntryForm<Invitee>({
    values: { email: '', name: '', phone: '' },
    fieldOf: (error) => (error instanceof ApiProblem && error.code === 'customer-known' ? 'email' : undefined),
    async send({ email, name, phone }) {
      await invite({ email: email.trim(), name: name.trim(), phone: phone.trim() })
      return undefined
    },
  })
  return (
    <form {...form.form} className="grid gap-4">
      <Field
        label={t('word.email')}
        type="email"
        inputMode="email"
        maxLength={maxLengths.email}
        required
        autoComplete="off"
        {...form.field('email', {
          validate: (text) => isEmailAddress(text) || t('sign-in.no-email'),
        })}
      />
      <Field label={t('word.name')} maxLength={maxPersonName} autoComplete="off" {...form.field('name')} />
      <Field
        label={t('word.phone')}
        type="tel"
        maxLength={maxLengths.phone}
        autoComplete="off"
        {...form.field('phone')}
      />
      <FormError text={form.problem} />
      <Button type="submit" size="lg" busy={form.busy}>
        {t('customers.send-invitation')}
      </Button>
    </form>
  )
}
