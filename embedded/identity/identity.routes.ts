import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { presentCaptchaChallenge } from './captcha.ts'
import { createAuthUri } from './create-auth-uri.ts'
import { deleteAccount } from './delete-account.ts'
import type { Identity, IdentityDeps } from './identity-deps.ts'
import { finishEnrollment, startEnrollment } from './enroll-second-factor.ts'
import { keyRing } from './keys.ts'
import { listSessions } from './list-sessions.ts'
import { lookUp } from './look-up.ts'
import { oauthClients } from './oauth-clients.ts'
import { oauthRoutes } from './oauth.routes.ts'
import { passwordHasher } from './passwords.ts'
import { assertNoTestNumbersInProduction } from './phone-number.ts'
import {
  presentPasswordPolicy,
  presentProject,
  presentRecaptchaConfig,
  presentRecaptchaParams,
} from './project-settings.ts'
import { proveHuman } from './prove-human.ts'
import { refreshToken } from './refresh-token.ts'
import { resetPassword } from './reset-password.ts'
import { finishSecondStep, startSecondStep } from './second-step.ts'
import { sendOobCode } from './send-oob-code.ts'
import { sendVerificationCode } from './send-verification-code.ts'
import { signInWithEmailLink } from './sign-in-with-email-link.ts'
import { signInWithIdp } from './sign-in-with-idp.ts'
import { signInWithPassword } from './sign-in-with-password.ts'
import { signInWithPhoneNumber } from './sign-in-with-phone-number.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { tidyIdentity } from './tidy-identity.ts'
import { updateAccount } from './update-account.ts'
import { withdrawSecondFactor } from './withdraw-second-factor.ts'
import { malformed, parseForm, parseJsonBody, queryOf, readText } from './wire-body.ts'
import type { Fields, WireRequest } from './wire-body.ts'
import { asWireError, errorBody, loggableFault, WireError } from './wire-error.ts'

export type { IdentityDeps } from './identity-deps.ts'

type Verb = (identity: Identity, request: WireRequest) => Promise<object>

const posts: Record<string, Verb> = {
  '/v1/accounts:signUp': signUp,
  '/v1/accounts:signInWithPassword': signInWithPassword,
  '/v1/accounts:lookup': lookUp,
  '/v1/accounts:update': updateAccount,
  '/v1/accounts:delete': deleteAccount,
  '/v1/accounts:sendOobCode': sendOobCode,
  '/v1/accounts:resetPassword': resetPassword,
  '/v1/accounts:signInWithEmailLink': signInWithEmailLink,
  '/v1/accounts:signInWithIdp': signInWithIdp,
  '/v1/accounts:createAuthUri': createAuthUri,
  '/v1/accounts:sendVerificationCode': sendVerificationCode,
  '/v1/accounts:signInWithPhoneNumber': signInWithPhoneNumber,
  '/v2/accounts/mfaEnrollment:start': startEnrollment,
  '/v2/accounts/mfaEnrollment:finalize': finishEnrollment,
  '/v2/accounts/mfaEnrollment:withdraw': withdrawSecondFactor,
  '/v2/accounts/mfaSignIn:start': startSecondStep,
  '/v2/accounts/mfaSignIn:finalize': finishSecondStep,
  // Not Google's: its SDK forgets a session only locally.
  '/v1/accounts:signOut': signOut,
  '/v1/accounts:listSessions': listSessions,
  '/v1/accounts:proveHuman': proveHuman,
  '/v1/token': refreshToken,
}

const gets: Record<string, (identity: Identity, request: WireRequest) => object> = {
  '/v1/projects': presentProject,
  '/v1/recaptchaParams': presentRecaptchaParams,
  '/v2/recaptchaConfig': presentRecaptchaConfig,
  '/v2/passwordPolicy': presentPasswordPolicy,
  // Not Google's: its captcha is a script of Google's.
  '/v2/captchaChallenge': presentCaptchaChallenge,
}

const bodyLimitBytes = 64 * 1024
const minute = 60_000
const hour = 60 * minute

/** The Google Identity Toolkit wire at the root of the host's origin, with parsers and an error shape of its own. */
export function identityRoutes(deps: IdentityDeps): FastifyPluginAsync {
  if (deps.encryptionKey.length !== 32) throw new Error('the identity encryption key must have 32 bytes')
  assertNoTestNumbersInProduction(deps)
  return async (app) => {
    const identity: Identity = {
      ...deps,
      keys: keyRing(deps, app.log),
      passwords: passwordHasher({ cost: deps.passwordCost }),
      oauth: oauthClients(deps, (url, init) => answerHere(app, url, init)),
      log: app.log,
    }
    speakGoogle(app)

    for (const [path, verb] of Object.entries(posts)) {
      // find-my-way reads `:` as a parameter; doubled it stands for itself
      app.post(path.replace(':', '::'), { bodyLimit: bodyLimitBytes }, (request) => {
        return verb(identity, readRequest(identity, request))
      })
    }
    for (const [path, present] of Object.entries(gets)) {
      app.get(path, (request) => present(identity, readRequest(identity, request)))
    }
    app.get('/.well-known/jwks.json', async (_request, reply) => {
      const keys = await identity.keys.publicKeys()
      return reply.header('cache-control', 'public, max-age=3600').send({ keys })
    })

    await app.register(oauthRoutes(identity))

    const tidy = () => void tidyIdentity(identity)
    // Also soon after the start: a process that is started again every hour must rotate its keys, too.
    const timers = [setTimeout(tidy, minute), setInterval(tidy, hour)].map((timer) => timer.unref())
    app.addHook('onClose', async () => {
      timers.forEach(clearTimeout)
      await identity.passwords.close()
    })
  }
}

/** How the development chooser is reached: over its wire, but within this process, whatever our own address is. */
async function answerHere(app: FastifyInstance, url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(url, init)
  const { pathname, search } = new URL(request.url)
  const answer = await app.inject({
    method: request.method === 'POST' ? 'POST' : 'GET',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    payload: await request.text(),
  })
  return new Response(answer.body, {
    status: answer.statusCode,
    headers: { 'content-type': String(answer.headers['content-type']) },
  })
}

function speakGoogle(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    parseJsonBody(body),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseForm(body.toString('utf8')),
  )
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.setErrorHandler((thrown, request, reply) => {
    const refusal = asWireError(thrown)
    if (!refusal || refusal.statusCode >= 500) {
      request.log.error({ fault: loggableFault(thrown) }, 'an identity request failed')
    }
    const error = refusal ?? new WireError('INTERNAL_ERROR', 'Something went wrong here.', { statusCode: 500 })
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
    return reply.code(error.statusCode).type('application/json; charset=utf-8').send(errorBody(error))
  })
}

function readRequest({ recordChange }: Identity, request: FastifyRequest): WireRequest {
  const query = parseForm(queryOf(request.url))
  const apiKey = readText(query, 'key')
  if (!apiKey || apiKey.includes(':') || apiKey.length > 200) throw new WireError('INVALID_API_KEY')
  const body = readBody(request.body)
  if (readText(body, 'tenantId')) throw new WireError('UNSUPPORTED_TENANT_OPERATION')
  const userAgent = request.headers['user-agent']
  return { body, query, apiKey, ipAddress: request.ip, userAgent, ...(recordChange && { tellHost: recordChange }) }
}

// The parsers above made it, or there was no body.
function readBody(body: unknown): Fields {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object') throw malformed('The body must be a JSON object.')
  return body as Fields
}
