-- Who wants the news. A row without a confirmation is a wish that somebody typed; only the mailed link makes it a subscription.
CREATE TABLE newsletter_subscriptions (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE,
  token text NOT NULL UNIQUE,
  asked_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz
);
CREATE INDEX newsletter_subscriptions_confirmed ON newsletter_subscriptions (confirmed_at DESC, id DESC)
  WHERE confirmed_at IS NOT NULL;
