import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { presentCaptchaChallenge } from './captcha.ts'
import { createAuthUri } from './create-auth-uri.ts'
import { deleteAccount } from './delete-account.ts'
import type { Call, Identity, IdentityDeps } from './identity-deps.ts'
import { finishEnrollment, startEnrollment, withdrawSecondFactor } from './enroll-second-factor.ts'
import { keyRing } from './keys.ts'
import { pageLanguage, readLocale } from './languages.ts'
import { listSessions } from './list-sessions.ts'
import { lookUp } from './look-up.ts'
import { oauthClients } from './oauth-clients.ts'
import { oauthRoutes } from './oauth.routes.ts'
import { passwordHasher } from './passwords.ts'
import { previewMailCode } from './preview-mail-code.ts'
import {
  presentPasswordPolicy,
  presentProject,
  presentRecaptchaConfig,
  presentRecaptchaParams,
} from './project-settings.ts'
import { proveHuman } from './prove-human.ts'
import { createRecoveryCodes, readRecoveryCodes, signInWithRecoveryCode } from './recovery-codes.ts'
import { refreshToken } from './refresh-token.ts'
import { resetPassword } from './reset-password.ts'
import { finishSecondFactor, startSecondFactorSignIn } from './second-factor-sign-in.ts'
import { sendOobCode } from './send-oob-code.ts'
import { signInWithEmailLink } from './sign-in-with-email-link.ts'
import { signInWithIdp } from './sign-in-with-idp.ts'
import { signInWithPassword } from './sign-in-with-password.ts'
import { sendVerificationCode, signInWithPhoneNumber } from './sign-in-with-phone-number.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { cleanUpIdentity } from './clean-up-identity.ts'
import { updateAccount } from './update-account.ts'
import { malformed, parseForm, parseJsonBody, queryOf, readText } from './wire-body.ts'
import type { Fields } from './wire-body.ts'
import { asWireError, errorBody, loggableFault, noSuchMethod, WireError } from './wire-error.ts'

export type { IdentityDeps } from './identity-deps.ts'

type Verb = (call: Call) => Promise<object>

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
  '/v2/accounts/mfaSignIn:start': startSecondFactorSignIn,
  '/v2/accounts/mfaSignIn:finalize': finishSecondFactor,
  // Not part of Google's API: its SDK ends a session only locally.
  '/v1/accounts:signOut': signOut,
  '/v1/accounts:listSessions': listSessions,
  '/v1/accounts:proveHuman': proveHuman,
  '/v1/accounts:previewOobCode': previewMailCode,
  '/v1/accounts:createRecoveryCodes': createRecoveryCodes,
  '/v1/accounts:readRecoveryCodes': readRecoveryCodes,
  '/v2/accounts/mfaSignIn:recover': signInWithRecoveryCode,
  '/v1/token': refreshToken,
}

/** Lists all POST paths, for tests. */
export const postPaths: readonly string[] = Object.keys(posts)

const gets: Record<string, (call: Call) => object> = {
  '/v1/projects': presentProject,
  '/v1/recaptchaParams': presentRecaptchaParams,
  '/v2/recaptchaConfig': presentRecaptchaConfig,
  '/v2/passwordPolicy': presentPasswordPolicy,
  // Not Google's: its captcha is a script of Google's.
  '/v2/captchaChallenge': presentCaptchaChallenge,
}

const keysPath = '/.well-known/jwks.json'

const bodyLimitBytes = 64 * 1024
const minute = 60_000
const hour = 60 * minute

/** Serves the Google Identity Toolkit API at the root of the origin, with its own parsers and error format. */
export function identityRoutes(deps: IdentityDeps): FastifyPluginAsync {
  if (deps.encryptionKey.length !== 32) throw new Error('the identity encryption key must have 32 bytes')
  return async (app) => {
    const identity: Identity = {
      ...deps,
      keys: keyRing(deps, app.log),
      oauth: oauthClients(deps),
      log: app.log,
    }
    configureWire(app)

    for (const [path, verb] of Object.entries(posts)) {
      // find-my-way reads `:` as a parameter; doubled it stands for itself
      app.post(path.replace(':', '::'), { bodyLimit: bodyLimitBytes }, (request) => {
        return verb(readCall(identity, request))
      })
    }
    for (const [path, present] of Object.entries(gets)) {
      app.get(path, (request) => present(readCall(identity, request)))
    }
    app.get(keysPath, async (_request, reply) => {
      const keys = await identity.keys.publicKeys()
      return reply.header('cache-control', 'public, max-age=3600').send({ keys })
    })

    registerNotFound(app)

    await app.register(oauthRoutes(identity))

    const normalize = () => void cleanUpIdentity(identity)
    // Also soon after the start: a process that is started again every hour must rotate its keys, too.
    const timers = [setTimeout(normalize, minute), setInterval(normalize, hour)].map((timer) => timer.unref())
    app.addHook('onClose', async () => timers.forEach(clearTimeout))
  }
}

/** Responds to unknown paths in the API's error format, which the SDK can read. */
function registerNotFound(app: FastifyInstance): void {
  const refuse = () => {
    throw noSuchMethod()
  }
  for (const path of ['/v1/accounts::*', '/v2/accounts::*', '/v2/accounts/*', '/v1/projects/*', '/v2/projects/*'])
    app.all(path, refuse)
  const others = (...answered: string[]) => app.supportedMethods.filter((method) => !answered.includes(method))
  for (const path of [...Object.keys(gets), keysPath]) {
    app.route({ method: others('GET', 'HEAD'), url: path, handler: refuse })
  }
  app.route({ method: others('POST'), url: '/v1/token', handler: refuse })
}

function configureWire(app: FastifyInstance): void {
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

function readCall(identity: Identity, request: FastifyRequest): Call {
  const query = parseForm(queryOf(request.url))
  const apiKey = readText(query, 'key') ?? String(request.headers['x-goog-api-key'] ?? '')
  if (!apiKey || apiKey.includes(':') || apiKey.length > 200) throw new WireError('INVALID_API_KEY')
  const body = readBody(request.body)
  if (readText(body, 'tenantId')) throw new WireError('UNSUPPORTED_TENANT_OPERATION')
  const { headers, ip: ipAddress } = request
  const network = identity.networkOf(ipAddress)
  return {
    ...identity,
    at: identity.now(),
    passwords: passwordHasher({
      cost: identity.passwordCost,
      inTurn: (work) => identity.hashInTurn(network, work),
    }),
    body,
    query,
    apiKey,
    ipAddress,
    network,
    userAgent: headers['user-agent'],
    language: readLocale(headers['x-firebase-locale']),
    visitorLanguage: pageLanguage(identity, headers),
  }
}

// The parsers above made it, or there was no body.
function readBody(body: unknown): Fields {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object') throw malformed('The body must be a JSON object.')
  return body as Fields
}
