-- Mails and text messages to people. One that cannot be sent waits here, and staff read them.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'sms')),
  recipient text NOT NULL,
  -- Who gets the answer to a mail; empty for the sender.
  reply_to text,
  kind text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  -- When it was handed to the delivery; empty while nothing delivers messages of its kind.
  queued_at timestamptz,
  -- Since when a message is in the hands of a process that sends it: another one leaves it alone for a while.
  sending_since timestamptz,
  -- Nobody tries any more: it was refused for good, or too often.
  given_up_at timestamptz,
  -- Its link or code opens an account, so its text is for the recipient only.
  opens_account boolean NOT NULL DEFAULT false,
  -- The order that a mail is about, and the hash of the code in its link: they tell whether the mail still holds. Null for other mails.
  order_id uuid,
  code_hash bytea
);
CREATE INDEX outbox_given_up ON outbox (id) WHERE given_up_at IS NOT NULL AND sent_at IS NULL;
CREATE INDEX outbox_newest ON outbox (written_at DESC);

-- The mail server of the dashboard, which counts where SMTP_URL is not set; no row as long as there is none.
CREATE TABLE mail_settings (
  id boolean DEFAULT true PRIMARY KEY CHECK (id),
  host text NOT NULL,
  port integer NOT NULL,
  encryption text NOT NULL CHECK (encryption IN ('tls', 'starttls', 'none')),
  -- Empty if the server asks for no login.
  user_name text NOT NULL,
  -- Encrypted for this server and this user by a key that is not in the database; null without a login.
  sealed_password bytea,
  sender text NOT NULL
);
