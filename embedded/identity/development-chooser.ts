import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { canonicalEmail } from './email-address.ts'
import type { Identity } from './identity-deps.ts'
import { escapeHtml, page, type PageWords, sendOutcome, sendPage } from './oauth-pages.ts'
import { type ProviderProfile, readProfile } from './provider-profile.ts'
import { savePendingProfile } from './read-assertion.ts'
import { sha256 } from './sessions.ts'
import { type OAuthRequest, readOAuthRequest } from './start-oauth.ts'
import { wordsFor } from './window-words.ts'
import { type Fields, isFields, readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Lists development accounts, whose addresses count as verified: `.example` is a reserved domain. */
const developmentPeople = [
  { name: 'Mara Lindqvist', email: 'mara.lindqvist@mail.example' },
  { name: 'Tomas Okafor', email: 'tomas.okafor@mail.example' },
  { name: 'Noor Haddad', email: 'noor.haddad@mail.example' },
]

/** Whether a request goes to the development accounts: in Google's place, where the host allows it. */
export const isForChooser = (identity: Identity, { providerId }: OAuthRequest): boolean =>
  identity.developmentChooser === true &&
  providerId === 'google.com' &&
  !identity.oauthProviders?.().some((provider) => provider.providerId === providerId)

/** Takes the choice of a development account, only if the host enables it: its profile is pending like any other provider's. */
export function developmentChooserRoutes(app: FastifyInstance, identity: Identity): void {
  app.post('/auth/development', async (request, reply) => {
    const words = wordsFor(identity, request)
    // The parsers of this service made it, or there was no body.
    const fields = isFields(request.body) ? request.body : {}
    const asked = readOAuthRequest(fields)
    const { eventId, providerId, sessionId, returnTo } = asked
    const outcome = { kind: 'auth-callback', eventId, providerId } as const
    if (readText(fields, 'choice') === 'cancel') {
      const cancelled = { ...outcome, error: 'popup-closed-by-user', message: words.cancelled } as const
      return sendOutcome(reply, words, cancelled, returnTo)
    }
    const profile = choosePerson(providerId, fields)
    if (!profile) return sendPage(reply, 400, chooserPage(words, asked, words.chooser.missing))
    const pendingToken = await savePendingProfile(identity.db, profile, sha256(sessionId), identity.now())
    return sendOutcome(reply, words, { ...outcome, pendingToken }, returnTo)
  })
}

/** Returns the chosen person. A typed address counts as unverified, so it opens no existing account. */
function choosePerson(providerId: string, fields: Fields): ProviderProfile | undefined {
  const chosen = readText(fields, 'choice')
  const known = developmentPeople.find(({ email }) => email === chosen)
  const name = known?.name ?? readText(fields, 'name')?.trim()
  if (!name || name.length > 100) return undefined
  try {
    const email = known?.email ?? canonicalEmail(readText(fields, 'email'))
    const emailVerified = known !== undefined
    // A typed address is not the same person as an offered one.
    const id = createHash('sha256').update(`${emailVerified} ${email}`).digest('hex').slice(0, 24)
    return readProfile(providerId, { id, federatedId: `development/${id}`, email, emailVerified, name, raw: { name } })
  } catch (thrown) {
    if (thrown instanceof WireError) return undefined
    throw thrown
  }
}

/** Renders the list of development accounts; the request parameters are passed on. */
export function chooserPage(words: PageWords, asked: OAuthRequest, problem?: string): string {
  const { chooser } = words
  const hidden = Object.entries(asked)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}" />`)
    .join('')
  const form = (content: string) => `<form method="post" action="/auth/development">${hidden}${content}</form>`
  const choices = developmentPeople
    .map(
      ({ name, email }) =>
        `<li><button name="choice" value="${escapeHtml(email)}" class="person"><strong>${escapeHtml(name)}</strong> <span>${escapeHtml(email)}</span></button></li>`,
    )
    .join('')
  return page(
    words,
    chooser.title,
    `<p class="stand-in">${chooser.standIn}</p>
      ${form(`<ul>${choices}</ul>`)}
      <h2>${chooser.another}</h2>
      ${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
      ${form(`<label for="name">${chooser.name}</label>
        <input id="name" name="name" required maxlength="100" autocomplete="off" />
        <label for="email">${chooser.email}</label>
        <input id="email" name="email" type="email" required maxlength="254" autocomplete="off" aria-describedby="typed" />
        <p id="typed" class="quiet">${chooser.typed}</p>
        <button class="primary">${chooser.submit}</button>`)}
      ${form(`<button name="choice" value="cancel" class="plain">${chooser.cancel}</button>`)}`,
  )
}
