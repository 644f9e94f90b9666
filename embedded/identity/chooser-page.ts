import type { Asked } from './development-issuer.ts'
import { escapeHtml } from './mails.ts'
import { page } from './oauth-pages.ts'

/** The choice of made-up accounts; every way out of it carries the request on. */
export function chooserPage(
  asked: Asked,
  people: readonly { name: string; email: string }[],
  problem?: string,
): string {
  const hidden = Object.entries({
    client_id: asked.clientId,
    redirect_uri: asked.redirectUri,
    state: asked.state,
    nonce: asked.nonce,
    code_challenge: asked.codeChallenge,
  })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}" />`)
    .join('')
  const form = (content: string) =>
    `<form method="post" action="/auth/development/authorize">${hidden}${content}</form>`
  const choices = people
    .map(
      ({ name, email }) =>
        `<li><button name="choice" value="${escapeHtml(email)}" class="person"><strong>${escapeHtml(name)}</strong> <span>${escapeHtml(email)}</span></button></li>`,
    )
    .join('')
  return page(
    'Choose an account',
    `<p class="stand-in">Development stand-in: no real Google account is asked</p>
      ${form(`<ul>${choices}</ul>`)}
      <h2>Use another account</h2>
      ${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
      ${form(`<label for="name">Name</label>
        <input id="name" name="name" required maxlength="100" autocomplete="off" />
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" required maxlength="254" autocomplete="off" aria-describedby="typed" />
        <p id="typed" class="quiet">An address that you type counts as not verified, so it opens no account that is there already.</p>
        <button class="primary">Continue</button>`)}
      ${form('<button name="choice" value="cancel" class="plain">Cancel</button>')}`,
  )
}
