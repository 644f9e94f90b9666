import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { ClientSettings } from '#contract/settings.ts'
import type { CustomersDeps } from '#server/customers/customers.routes.ts'
import type { AccountsRoutesDeps } from '#server/accounts/accounts.routes.ts'
import type { IdentityRoutesDeps } from '#server/identity/identity.routes.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import type { NotificationsDeps } from '#server/notifications/notifications.routes.ts'
import type { CardProvider } from '#server/payments/card-provider.ts'
import type { Config } from '#server/platform/config.ts'
import type { SecretSeal } from '#server/platform/secrets.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { VisitorLimits } from '#server/platform/http/rate-limit.ts'
import type { AllowedOrigins } from '#server/edge/serve-pages.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Metrics } from '#server/platform/observability/metrics.ts'
import type { Tracing } from '#server/platform/observability/tracing.ts'
import type { Shipping } from '#server/shipping/quote-shipping.ts'
import type { Tax } from '#server/tax/calculate-tax.ts'
import type { EnqueueCheck } from '#server/tax/tax-ids.ts'
import type { WebhookRoute } from '#server/webhooks/deliver-webhook.ts'
import type { StoreCache } from '#server/store/store-cache.ts'

export interface AppDeps
  extends
    IdentityRoutesDeps,
    Omit<AccountsRoutesDeps, 'assertUploadedImage' | 'ownData' | 'personalData'>,
    Omit<NotificationsDeps, 'jobs' | 'limits'> {
  config: Config
  db: Database
  jobs: Pick<Jobs, 'enqueue' | 'retry' | 'remove'>
  queueMail: QueueMail
  limits: VisitorLimits
  provider: CardProvider
  invitations: CustomersDeps['invitations']
  enqueueInvitation: CustomersDeps['enqueueInvitation']
  moveRelatedData: CustomersDeps['moveRelatedData']
  releasePayment: (orderId: string) => Promise<void>
  tax: Tax
  enqueueCheck: EnqueueCheck
  /** Whether a register of VAT numbers can be asked. */
  hasRegister: boolean
  cardEventSecret: string
  pictures: ImageStore
  shipping: Shipping
  store: StoreCache
  webhookRoute: WebhookRoute
  /** Encrypts the secrets of import sources. */
  importSecrets: SecretSeal
  /** Embedded stand-ins for outside services, served on this origin. */
  embedded: readonly FastifyPluginAsync[]
  /** The output of `react-router build`; undefined serves no pages. */
  buildDirectory: string | undefined
  /** Origins of an external identity provider, for the content security policy. */
  identityOrigins: AllowedOrigins
  settings: () => ClientSettings
  /** Throws what keeps this process from serving. */
  assertReady: () => Promise<void>
  /** Whether this process is about to stop, so that a load balancer takes it out. */
  isStopping: () => boolean
  log: Logger
  /** The version of the code and its newest migration. */
  version: { version: string; schema: string }
  /** Undefined if metrics or traces are disabled. */
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
}
