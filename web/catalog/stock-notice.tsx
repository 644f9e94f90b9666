import { useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import { askForStockNotice } from '#contract/stock-notices.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useSession } from '#web/identity/session.ts'
import { isEmailAddress } from '#web/page/is-email-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { t } from '#web/i18n/messages.ts'

/** Asks for a mail once a product can be ordered again: by one click if signed in, else to an address that is entered. */
export function StockNotice({ productId }: { productId: string }) {
  const session = useSession()
  const own = session.status === 'signed-in' ? session.email : undefined
  const [asked, setAsked] = useState<{ email: string; confirm: boolean }>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function ask(form: HTMLFormElement) {
    const data = new FormData(form)
    const email = own ?? formText(data, 'email').trim()
    if (!isEmailAddress(email)) return setProblem(t('stock-notice.no-email'))
    setBusy(true)
    setProblem(undefined)
    try {
      const body = { ...(own === undefined && { email }), website: formText(data, 'website') }
      const { confirm } = await call(askForStockNotice, { params: { id: productId }, body })
      setAsked({ email, confirm })
    } catch (error) {
      setProblem(errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  if (asked !== undefined) {
    return (
      <p role="status" className="font-medium wrap-anywhere">
        {t(asked.confirm ? 'stock-notice.confirm' : 'stock-notice.asked', { email: asked.email })}
      </p>
    )
  }
  return (
    <form
      noValidate
      data-early
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void ask(event.currentTarget)
      }}
    >
      {session.status === 'signed-out' ? (
        <Field
          label={t('word.email')}
          name="email"
          type="email"
          maxLength={maxLengths.email}
          autoComplete="email"
          required
          error={problem}
        />
      ) : problem ? (
        <p role="alert" className="font-medium text-error">
          {problem}
        </p>
      ) : null}
      <Honeypot name="website" />
      <Button type="submit" size="lg" busy={busy} disabled={session.status === 'loading'}>
        {t('stock-notice.ask')}
      </Button>
      <p className="muted text-sm">{t('stock-notice.text')}</p>
    </form>
  )
}
