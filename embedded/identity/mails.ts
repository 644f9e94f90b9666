import type { IdentityDeps, OutgoingMail } from './identity-deps.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'

const brand = 'Boltyard'

/** The page that a mail's link opens. It acts only on a click there, since scanners open every link. */
export function actionLink(
  deps: IdentityDeps,
  request: Pick<WireRequest, 'apiKey' | 'body'>,
  mode: string,
  oobCode: string,
): string {
  const link = new URL('/auth/action', deps.issuer())
  link.searchParams.set('mode', mode)
  link.searchParams.set('oobCode', oobCode)
  link.searchParams.set('apiKey', request.apiKey)
  const continueUrl = readText(request.body, 'continueUrl')
  if (continueUrl) link.searchParams.set('continueUrl', continueUrl)
  link.searchParams.set('lang', 'en')
  return link.href
}

export function verifyEmailMail(to: string, link: string): OutgoingMail {
  return letter(to, 'verify-email', {
    subject: `Verify your email for ${brand}`,
    lead: `Please confirm that ${to} is your address, so that we can send you news of your orders.`,
    button: 'Verify my email',
    link,
    after: 'The link works for 24 hours.',
    unasked: `If you did not create an account at ${brand}, ignore this mail.`,
  })
}

export function passwordResetMail(to: string, link: string): OutgoingMail {
  return letter(to, 'reset-password', {
    subject: `Reset your password for ${brand}`,
    lead: `Somebody, hopefully you, asked for a new password for ${to}.`,
    button: 'Choose a new password',
    link,
    after: 'The link works for one hour and only once. A new password signs you out everywhere.',
    unasked: 'If it was not you, ignore this mail: your password stays as it is.',
  })
}

export function signInMail(to: string, link: string): OutgoingMail {
  return letter(to, 'sign-in-link', {
    subject: `Sign in to ${brand}`,
    lead: `Use this link to sign in as ${to}. No password is needed.`,
    button: 'Sign in',
    link,
    after: 'The link works for one hour and only once.',
    unasked: 'If you did not ask for it, ignore this mail: nobody is signed in without the link.',
  })
}

export function changeEmailMail(to: string, link: string): OutgoingMail {
  return letter(to, 'change-email', {
    subject: `Confirm your new email for ${brand}`,
    lead: `Please confirm that your account shall move to ${to}.`,
    button: 'Use this address',
    link,
    after: 'The link works for 24 hours. Afterwards you sign in with the new address.',
    unasked: `If you have no account at ${brand}, ignore this mail.`,
  })
}

export function emailChangedMail(to: string, newEmail: string, link: string): OutgoingMail {
  return letter(to, 'email-changed', {
    subject: `Your email at ${brand} was changed`,
    lead: `Your account now belongs to ${newEmail} and no longer to ${to}.`,
    button: 'This was not me: change it back',
    link,
    after: 'The link works for 7 days. It brings your address back and signs everybody out.',
    unasked: 'If you changed it yourself, there is nothing to do.',
  })
}

export function secondFactorAddedMail(to: string, link: string, kind: 'totp' | 'phone'): OutgoingMail {
  const source = kind === 'totp' ? 'from an authenticator app' : 'that is sent to a phone'
  return letter(to, 'second-factor-added', {
    subject: `A second step was added to your ${brand} account`,
    lead: `From now on, signing in as ${to} also asks for a code ${source}.`,
    button: 'This was not me: remove it',
    link,
    after: 'The link works for 7 days. It removes the second step and signs everybody out.',
    unasked: 'If you added it yourself, there is nothing to do.',
  })
}

/** `link` asks for a new password: the way out for an owner who did not do it. */
export function secondFactorRemovedMail(to: string, link: string, kind: 'totp' | 'phone'): OutgoingMail {
  const source = kind === 'totp' ? 'from an authenticator app' : 'that was sent to a phone'
  return letter(to, 'second-factor-removed', {
    subject: `A second step was removed from your ${brand} account`,
    lead: `Signing in as ${to} does not ask for the code ${source} any more.`,
    button: 'This was not me: choose a new password',
    link,
    after: 'The link works for one hour. A new password signs everybody out; then add the second step again.',
    unasked: 'If you removed it yourself, there is nothing to do.',
  })
}

interface Letter {
  subject: string
  lead: string
  button: string
  link: string
  after: string
  unasked: string
}

function letter(to: string, kind: string, { subject, lead, button, link, after, unasked }: Letter): OutgoingMail {
  const text = `${brand}\n\n${lead}\n\n${button}:\n${link}\n\n${after}\n\n${unasked}\n`
  // Tables and inline styles: what mail clients agree on.
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f2ee">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f2ee">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:8px">
<tr><td style="padding:32px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#26282b">
<p style="margin:0 0 24px;font-size:20px;font-weight:bold;color:#26282b">${brand}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#26282b">${escapeHtml(subject)}</h1>
<p style="margin:0 0 24px">${escapeHtml(lead)}</p>
<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;background:#b83d00;border-radius:6px;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(button)}</a></p>
<p style="margin:0 0 16px;font-size:14px">${escapeHtml(after)}</p>
<p style="margin:0 0 16px;font-size:14px">If the button does not work, open this address:<br><a href="${escapeHtml(link)}" style="color:#b83d00;word-break:break-all">${escapeHtml(link)}</a></p>
<p style="margin:24px 0 0;font-size:14px;color:#5b5f66">${escapeHtml(unasked)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
  const parts = { paragraphs: [lead], action: { label: button, url: link }, notes: [after, unasked] }
  return { to, kind, subject, text, html, parts }
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
