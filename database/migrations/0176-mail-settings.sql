-- The mail server of the dashboard, which counts where SMTP_URL is not set; no row as long as there is none.
CREATE TABLE mail_settings (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  host text NOT NULL,
  port integer NOT NULL,
  encryption text NOT NULL CHECK (encryption IN ('tls', 'starttls', 'none')),
  -- Empty if the server asks for no login.
  user_name text NOT NULL,
  -- Encrypted for this server and this user by a key that is not in the database; null without a login.
  sealed_password bytea,
  sender text NOT NULL
);
