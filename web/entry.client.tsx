import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { currentLanguage } from '#web/words/language.ts'
import { loadWords } from '#web/words/words.ts'

/**
 * The words are there before React compares the page with what it would have drawn itself. The next page is drawn in one go: in
 * transitions, which give way to other work every five milliseconds, it came a third later, and twice as late on a slow machine.
 */
void loadWords(currentLanguage()).then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter useTransitions={false} />
      </StrictMode>,
    )
  })
})
