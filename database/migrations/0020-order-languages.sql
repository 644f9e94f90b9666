-- Mails about an order are in the language of the page that it was placed on.
ALTER TABLE orders ADD COLUMN language text NOT NULL DEFAULT 'en';
