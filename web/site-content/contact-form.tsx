import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { sendContactMessage } from '#contract/site-content.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { Trap } from '#web/site-content/trap.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

interface Message {
  name: string
  email: string
  message: string
  website: string
}

/** The contact form. It sends only once the owner has said who receives it; until then it names the address beside it. */
export function ContactForm({ button, receives, address }: { button: string; receives: boolean; address: string }) {
  const form = useForm<Message>({ defaultValues: { name: '', email: '', message: '', website: '' } })
  const { errors, isSubmitting } = form.formState
  const [problem, setProblem] = useState<string>()

  async function send(message: Message) {
    setProblem(undefined)
    try {
      await call(sendContactMessage, { body: message })
      form.reset()
      toast.success(t('contact.sent'))
    } catch (error) {
      setProblem(problemSentence(error))
    }
  }

  const submit = receives ? form.handleSubmit(send) : async () => toast.info(t('contact.off', { address }))
  const required = receives ? { required: t('form.required') } : {}
  return (
    <form
      noValidate
      data-early
      aria-label={t('contact.form')}
      className="card-surface grid gap-5 p-5 sm:p-7"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event)
      }}
    >
      <Field
        label={t('contact.name')}
        type="text"
        autoComplete="name"
        maxLength={120}
        error={errors.name?.message}
        {...form.register('name', required)}
      />
      <Field
        label={t('form.email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        error={errors.email?.message}
        {...form.register('email', required)}
      />
      <TextArea
        label={t('contact.message')}
        rows={6}
        maxLength={5000}
        error={errors.message?.message}
        {...form.register('message', required)}
      />
      <Trap {...form.register('website')} />
      <FormProblem text={problem} />
      <p>
        <Button type="submit" busy={isSubmitting}>
          {button}
        </Button>
      </p>
    </form>
  )
}
