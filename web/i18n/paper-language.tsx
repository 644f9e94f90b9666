import { createContext, type ReactNode, useContext } from 'react'
import type { Language } from '#contract/language.ts'
import { speakIn } from '#web/i18n/language.ts'

const PaperLanguage = createContext<Language | undefined>(undefined)

/** Shows a paper in its own language, whose messages `paperQuery` has loaded: it may be another than that of the page. */
export function InPaperLanguage({ language, children }: { language: Language; children: ReactNode }) {
  return (
    <PaperLanguage value={language}>
      <div lang={language}>{children}</div>
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
