import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { currentLanguage } from '#web/words/language.ts'
import { loadWords } from '#web/words/words.ts'

/** The words are there before React compares the page with what it would have drawn itself. */
void loadWords(currentLanguage()).then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
})
