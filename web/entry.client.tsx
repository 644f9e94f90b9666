import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { currentLanguage, storeLanguageOfAddress } from '#web/i18n/language.ts'
import { loadMessages } from '#web/i18n/messages.ts'

storeLanguageOfAddress()

/**
 * Loads the messages before React hydrates the page. The render is synchronous: transitions yield every five milliseconds, which
 * delays the first navigation by a third, or by half on slow machines.
 */
void loadMessages(currentLanguage()).then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter useTransitions={false} />
      </StrictMode>,
    )
  })
})
