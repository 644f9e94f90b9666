-- Whether businesses with a number of the country owe the tax themselves: off, since a domestic sale of goods is taxed in most countries.
ALTER TABLE tax_registrations ADD COLUMN reverse_charge boolean NOT NULL DEFAULT false;
