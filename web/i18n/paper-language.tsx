import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type Language, languages } from '#contract/language.ts'
import { speakIn } from '#web/i18n/language.ts'
import { hasMessages, loadMessages } from '#web/i18n/messages.ts'

const PaperLanguage = createContext<Language | undefined>(undefined)

/** Loads the messages of a paper, and returns its language as soon as they are there: until then, it speaks as the page does. */
export function usePaperLanguage(language: string | undefined): Language | undefined {
  const own = languages.find((one) => one === language)
  const [loaded, setLoaded] = useState<Language>()
  const isLoaded = own !== undefined && (loaded === own || hasMessages(own))
  useEffect(() => {
    if (own && !isLoaded)
      loadMessages(own).then(
        () => setLoaded(own),
        () => undefined,
      )
  }, [own, isLoaded])
  return isLoaded ? own : undefined
}

/** Shows a paper in its own language, which may be another than that of the page. */
export function InPaperLanguage({ language, children }: { language: string; children: ReactNode }) {
  const spoken = usePaperLanguage(language)
  return (
    <PaperLanguage value={spoken}>
      <div lang={spoken}>{children}</div>
    </PaperLanguage>
  )
}

/** Returns a component that says its messages, numbers and days in the language of the paper around it. */
export function onPaper<Props>(render: (props: Props) => ReactNode) {
  return function OnPaper(props: Props): ReactNode {
    const language = useContext(PaperLanguage)
    return language === undefined ? render(props) : speakIn(language, () => render(props))
  }
}
