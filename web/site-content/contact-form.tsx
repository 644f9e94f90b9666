import { maxLengths } from '#contract/max-lengths.ts'
import { isPersonName } from '#contract/person-name.ts'
import { sendContactMessage } from '#contract/site-content.ts'
import { useEffect } from 'react'
import { call } from '#web/api/call-endpoint.ts'
import { withWork } from '#web/api/with-work.ts'
import { useSession } from '#web/identity/session.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

const noMessage = { name: '', email: '', message: '', website: '' }

const personName = (name: string) => isPersonName(name) || t('form.person-name')

/** Shows the contact form, with name and address of who is signed in; its message goes to the owner of the shop. */
export function ContactForm({ button }: { button: string }) {
  const session = useSession()
  const { name, email } = session.status === 'signed-in' ? session : noMessage
  const form = useEntryForm({
    values: noMessage,
    draft: 'contact',
    async send(message) {
      await withWork((proof) => call(sendContactMessage, { body: { ...message, ...proof } }))
      toast.success(t('contact.sent'))
      return { ...noMessage, name, email }
    },
  })
  const { getValues, setValue } = form
  useEffect(() => {
    // What was typed before the session was known stays.
    if (!getValues('name')) setValue('name', name)
    if (!getValues('email')) setValue('email', email)
  }, [name, email, getValues, setValue])
  const required = { required: t('form.required') }
  return (
    <form {...form.form} data-early aria-label={t('contact.form')} className="card-surface grid gap-5 p-5 sm:p-7">
      <Field
        label={t('word.name')}
        type="text"
        autoComplete="name"
        {...form.field('name', { ...required, validate: personName })}
      />
      <Field
        label={t('word.email')}
        type="email"
        autoComplete="email"
        maxLength={maxLengths.email}
        {...form.field('email', required)}
      />
      <TextArea
        label={t('word.message')}
        rows={6}
        maxLength={maxLengths.contactMessage}
        {...form.field('message', required)}
      />
      <Honeypot {...form.field('website')} />
      <FormError text={form.problem} />
      <p>
        <Button type="submit" busy={form.busy}>
          {button}
        </Button>
      </p>
    </form>
  )
}
