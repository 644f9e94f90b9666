import { maxLengths } from '#contract/max-lengths.ts'
import { useState } from 'react'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { formText } from '#web/ui/form-text.ts'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

// Loaded when the field gets the focus, since most visitors never subscribe.
const loadSubscription = () => loadChunk(() => import('#web/layout/subscribe-to-newsletter.ts'))

/** Shows the newsletter field of the footer; what is in it is read at the press, since it may be older than the scripts. */
export function NewsletterForm({
  placeholder,
  button,
  consent,
}: {
  placeholder: string
  button: string
  consent: string
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function request(form: HTMLFormElement) {
    const data = new FormData(form)
    const email = formText(data, 'email').trim()
    if (!email.includes('@')) {
      setProblem(t('news.no-email'))
      return
    }
    setBusy(true)
    setProblem('')
    try {
      const { sendSubscription } = await loadSubscription()
      await sendSubscription({ email, website: formText(data, 'website') })
      form.reset()
      toast.success(t('news.asked'))
    } catch (error) {
      setProblem(errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      data-early
      onFocus={() => void loadSubscription().catch(() => undefined)}
      className="w-full max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        void request(event.currentTarget)
      }}
    >
      <div className="flex items-end gap-2">
        <label className="grow">
          <span className="mb-1.5 block text-sm font-semibold">{placeholder}</span>
          <input
            type="email"
            name="email"
            autoComplete="email"
            maxLength={maxLengths.email}
            placeholder={placeholder}
            aria-invalid={problem ? true : undefined}
            aria-describedby="news-notes"
            className="input min-h-11 w-full border-white/40 bg-white/5 text-base text-neutral-content placeholder:text-neutral-content/75"
          />
        </label>
        <Honeypot name="website" />
        <button type="submit" className="btn btn-primary min-h-11" disabled={busy} aria-busy={busy || undefined}>
          {button}
        </button>
      </div>
      <div id="news-notes" className="mt-2 text-sm">
        <p role="alert" className="font-semibold text-[#ffb199]">
          {problem}
        </p>
        <p className="opacity-80">{consent}</p>
      </div>
    </form>
  )
}
