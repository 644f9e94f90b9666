import { useState } from 'react'
import { problemSentence } from '#web/api/api-problem.ts'
import { loadPart } from '#web/api/load-part.ts'
import { Trap } from '#web/site-content/trap.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

// Most visitors never ask: what asking takes is loaded when somebody comes to the line.
const loadAsking = () => loadPart(() => import('#web/site-content/ask-for-news.ts'))

/** The line in the footer where one asks for the news. */
export function NewsForm({ placeholder, button, consent }: { placeholder: string; button: string; consent: string }) {
  const [email, setEmail] = useState('')
  const [website, setWebsite] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function ask() {
    if (!email.includes('@')) {
      setProblem(t('news.no-email'))
      return
    }
    setBusy(true)
    setProblem('')
    try {
      const { askForNews } = await loadAsking()
      await askForNews({ email: email.trim(), website })
      setEmail('')
      toast.success(t('news.asked'))
    } catch (error) {
      setProblem(problemSentence(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      data-early
      onFocus={() => void loadAsking().catch(() => undefined)}
      className="w-full max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      <div className="flex items-end gap-2">
        <label className="grow">
          <span className="mb-1.5 block text-sm font-semibold">{placeholder}</span>
          <input
            type="email"
            autoComplete="email"
            maxLength={254}
            placeholder={placeholder}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            aria-invalid={problem ? true : undefined}
            aria-describedby="news-notes"
            className="input min-h-11 w-full border-white/40 bg-white/5 text-base text-neutral-content placeholder:text-neutral-content/75"
          />
        </label>
        <Trap name="website" value={website} onChange={({ target }) => setWebsite(target.value)} />
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
