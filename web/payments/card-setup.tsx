import { cardEvents } from '#contract/card-events.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import { t } from '#web/i18n/messages.ts'

const tones = { off: 'warning', sandbox: 'warning', test: 'warning', live: 'success' } as const satisfies Record<
  string,
  BadgeTone
>

/** Returns who takes cards, where `test` and `live` are the two kinds of keys of Stripe. */
function cardState(): keyof typeof tones {
  const { mode, publishableKey } = pageSettings().cards
  if (mode !== 'stripe') return mode
  return publishableKey.startsWith('pk_test_') ? 'test' : 'live'
}

/** Shows who takes cards, and how Stripe is set and tested. Browser only. */
export function CardSetup() {
  const state = cardState()
  const url = new URL('/webhooks/stripe', pageSettings().publicUrl).href
  return (
    <Section title={t('opening.step.payment')}>
      <Card>
        <div className="grid gap-5 wrap-anywhere">
          <div className="max-w-2xl">
            <Facts
              facts={[
                {
                  term: t('imports.state'),
                  value: <Badge tone={tones[state]}>{t(`card-setup.state.${state}`)}</Badge>,
                },
                {
                  term: t('card-setup.webhook'),
                  value: (
                    <span className="inline-flex items-center gap-1">
                      {url}
                      <CopyButton text={url} label={t('card-setup.copy')} copied={t('card-setup.copied')} />
                    </span>
                  ),
                },
              ]}
            />
          </div>
          <ol className="list-decimal space-y-1 pl-6">
            <li>{t('card-setup.keys')}</li>
            <li>{t('card-setup.events', { events: cardEvents.join(', ') })}</li>
            <li>{t('connections.restart')}</li>
            <li>{t('card-setup.test')}</li>
          </ol>
        </div>
      </Card>
    </Section>
  )
}
