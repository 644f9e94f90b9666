import { addressBelowName } from '#contract/address-below-name.ts'
import type { Language } from '#contract/language.ts'
import type { LegalKind } from '#contract/legal.ts'

/** Holds what the shop knows of its seller; what it does not know is empty. */
export interface Seller {
  name: string
  /** Lines under each other. */
  address: string
  email: string
  phone: string
  companyNumber: string
  /** Of the country of the seller; a tax number does not belong into an imprint. */
  vatNumber: string
  /** Where the shop is on the web. */
  publicUrl: string
  /** For how many years papers are kept. */
  retentionYears: number
}

/** Returns a text to begin with. What the seller has to complete or decide stands in double brackets, with which it is not published. */
export function starterText(kind: LegalKind, language: Language, seller: Seller): string {
  const gap = gaps[language]
  const filled = {
    name: seller.name || `[[${gap.name}]]`,
    address: (addressBelowName(seller.name, seller.address) || `[[${gap.address}]]`).replaceAll('\n', '  \n'),
    email: seller.email || `[[${gap.email}]]`,
    phone: seller.phone || `[[${gap.phone}]]`,
    companyNumber: seller.companyNumber || `[[${gap.companyNumber}]]`,
    vatNumber: seller.vatNumber || `[[${gap.vatNumber}]]`,
    site: seller.publicUrl,
    retentionYears: String(seller.retentionYears),
  }
  return `${texts[language][kind](filled).trim()}\n`
}

const gaps: Record<Language, Record<keyof Omit<Filled, 'site' | 'retentionYears'>, string>> = {
  en: {
    name: 'Company name',
    address: 'Street, postal code, town, country',
    email: 'E-mail',
    phone: 'Phone',
    companyNumber: 'Court and number',
    vatNumber: 'VAT number',
  },
  de: {
    name: 'Firmenname',
    address: 'Straße, Postleitzahl, Ort, Land',
    email: 'E-Mail',
    phone: 'Telefon',
    companyNumber: 'Gericht und Nummer',
    vatNumber: 'USt-IdNr.',
  },
}

type Filled = Record<
  'name' | 'address' | 'email' | 'phone' | 'companyNumber' | 'vatNumber' | 'site' | 'retentionYears',
  string
>

const texts: Record<Language, Record<LegalKind, (seller: Filled) => string>> = {
  en: {
    terms: ({ name, email, site }) => `
[[This is a starter text and no legal advice. Have it checked, complete it, and delete this line.]]

## 1. Scope

These terms apply to all orders placed with ${name} at ${site}. We sell to businesses only. Terms of the buyer apply only where we have agreed to them in writing.

## 2. Orders and contract

What the shop shows is an invitation to order. An order is an offer by the buyer; the contract is made when [[we confirm the order by e-mail / we ship the goods]]. We keep the text of the order; the buyer sees it in the dashboard of the shop.

## 3. Prices and payment

The prices at the time of the order apply. What is added for tax and shipping is shown before the order is placed. Payment is by the methods that the checkout offers; invoices are due [[30]] days after their date unless agreed otherwise.

## 4. Delivery

We deliver to [[countries]]. Delivery times are given with the order. The risk passes to the buyer when [[the goods are handed to the carrier]].

## 5. Defects and liability

The buyer inspects the goods on arrival and reports defects without delay. [[Rules of your law on warranty and liability.]]

## 6. Retention of title

The goods remain our property until they are paid in full.

## 7. Law and place of jurisdiction

The law of [[country]] applies. The place of jurisdiction is [[town]].

Questions: ${email}`,
    privacy: ({ name, address, email, phone, retentionYears }) => `
[[This is a starter text and no legal advice. Have it checked, complete it, and delete this line.]]

## Who is responsible

${name}  
${address}  
${email}, ${phone}

## What we keep, and why

- **Account:** name, e-mail address, phone number and addresses that you enter, to let you sign in and order. Kept until you delete the account.
- **Orders:** what you ordered, the addresses, the payment and the messages about it, to fulfil the contract. Your name and addresses are taken out of finished orders when you delete the account.
- **Invoices and credit notes:** as they were issued, with your name, address and tax number, because tax law requires it, also after you delete the account. Kept for ${retentionYears} years after the year of their issue, then deleted.
- **Payments:** card numbers go to the payment provider [[name of the provider]] only; we never see them.
- **Messages:** what you write in the contact form, to answer you.
- **Newsletter:** your e-mail address, if you subscribed and confirmed it. Each mail has a link to unsubscribe.
- **Products that are sold out:** your e-mail address, if you ask to be told when one is back, for one mail. It is deleted 30 days after that, or at once by the link in it.
- **Server log:** times and addresses of the pages that were asked for, kept for [[14]] days against attacks and errors.

## Cookies and storage in your browser

We set a cookie only when you choose a language. Your cart, your session and what you have typed are kept in the storage of your browser. Nothing of it is used to follow you.

## Counting of visits

We count by ourselves how often pages are opened, where visits come from and what is searched for. No cookie is set, and neither your IP address nor anything else that identifies you is stored: to count a visit once a day, the server makes a one-way hash of address and browser with a random secret, keeps it in memory only, and throws both away at the end of the day. Only daily totals are stored, for two years. Browsers that send “Do Not Track” or “Global Privacy Control” are not counted.

## Recipients

[[Host, mail service, carriers and other companies that process data for you.]]

## Your rights

You can ask for access to your data, have it corrected, deleted or restricted, take it with you, and object to its use. You can complain to a supervisory authority: [[name of the authority]].`,
    imprint: ({ name, address, email, phone, companyNumber, vatNumber }) => `
[[This is a starter text and no legal advice. Have it checked, complete it, and delete this line.]]

${name}  
${address}

Represented by: [[managing directors]]

Phone: ${phone}  
E-mail: ${email}

Commercial register: ${companyNumber}  
VAT number: ${vatNumber}

Responsible for the content: [[name and address]]`,
    returns: ({ name, address, email }) => `
[[This is a starter text and no legal advice. Have it checked, complete it, and delete this line.]]

## Wrong or damaged goods

Report them to ${email} within [[7]] days of delivery, with the order number and a picture. We replace them or refund the price, and pay for the return.

## Other returns

We take back unused goods in their original packaging within [[14]] days of delivery, after agreement by e-mail. Special orders and opened electrical parts are excluded. The buyer pays for the return; we deduct [[15]] % for restocking.

## Core deposits

[[Whether you take back old parts, and how.]]

## Address for returns

${name}  
${address}

Write the order number on the parcel. We refund to the means of payment of the order within [[14]] days of its arrival.`,
  },
  de: {
    terms: ({ name, email, site }) => `
[[Dies ist ein Mustertext und keine Rechtsberatung. Lassen Sie ihn prüfen, vervollständigen Sie ihn und löschen Sie diese Zeile.]]

## 1. Geltung

Diese Bedingungen gelten für alle Bestellungen bei ${name} unter ${site}. Wir verkaufen nur an Unternehmen. Bedingungen des Käufers gelten nur, soweit wir ihnen schriftlich zugestimmt haben.

## 2. Bestellung und Vertrag

Was der Shop zeigt, ist eine Aufforderung zur Bestellung. Die Bestellung ist ein Angebot des Käufers; der Vertrag kommt zustande, wenn [[wir die Bestellung per E-Mail bestätigen / wir die Ware versenden]]. Wir speichern den Text der Bestellung; der Käufer sieht ihn in seinem Bereich des Shops.

## 3. Preise und Zahlung

Es gelten die Preise zum Zeitpunkt der Bestellung. Was für Steuern und Versand hinzukommt, steht da, bevor bestellt wird. Bezahlt wird auf den Wegen, die die Kasse anbietet; Rechnungen sind [[30]] Tage nach ihrem Datum fällig, wenn nichts anderes vereinbart ist.

## 4. Lieferung

Wir liefern nach [[Länder]]. Lieferzeiten stehen bei der Bestellung. Die Gefahr geht auf den Käufer über, wenn [[die Ware dem Frachtführer übergeben ist]].

## 5. Mängel und Haftung

Der Käufer prüft die Ware bei Ankunft und zeigt Mängel unverzüglich an. [[Regelungen zu Gewährleistung und Haftung nach Ihrem Recht.]]

## 6. Eigentumsvorbehalt

Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum.

## 7. Recht und Gerichtsstand

Es gilt das Recht von [[Land]]. Gerichtsstand ist [[Ort]].

Fragen: ${email}`,
    privacy: ({ name, address, email, phone, retentionYears }) => `
[[Dies ist ein Mustertext und keine Rechtsberatung. Lassen Sie ihn prüfen, vervollständigen Sie ihn und löschen Sie diese Zeile.]]

## Verantwortlich

${name}  
${address}  
${email}, ${phone}

## Was wir speichern, und wozu

- **Konto:** Name, E-Mail-Adresse, Telefonnummer und Adressen, die Sie eingeben, damit Sie sich anmelden und bestellen können. Bis Sie das Konto löschen.
- **Bestellungen:** was Sie bestellt haben, die Adressen, die Zahlung und die Nachrichten dazu, zur Erfüllung des Vertrags. Löschen Sie das Konto, so werden Name und Adressen aus abgeschlossenen Bestellungen entfernt.
- **Rechnungen und Rechnungskorrekturen:** wie sie ausgestellt wurden, mit Name, Adresse und Steuernummer, weil das Steuerrecht es verlangt, auch nachdem Sie das Konto gelöscht haben. ${retentionYears} Jahre lang nach dem Jahr der Ausstellung, dann werden sie gelöscht.
- **Zahlungen:** Kartennummern gehen nur an den Zahlungsdienst [[Name des Dienstes]]; wir sehen sie nie.
- **Nachrichten:** was Sie in das Kontaktformular schreiben, um Ihnen zu antworten.
- **Newsletter:** Ihre E-Mail-Adresse, wenn Sie ihn bestellt und das bestätigt haben. Jede E-Mail hat einen Link zum Abbestellen.
- **Ausverkaufte Produkte:** Ihre E-Mail-Adresse für eine einzige E-Mail, wenn Sie erfahren möchten, dass ein Produkt wieder da ist. Sie wird 30 Tage danach gelöscht, durch den Link darin auch sofort.
- **Serverprotokoll:** Zeiten und Adressen der aufgerufenen Seiten, [[14]] Tage lang, gegen Angriffe und Fehler.

## Cookies und Speicher in Ihrem Browser

Wir setzen nur dann ein Cookie, wenn Sie eine Sprache wählen. Ihr Warenkorb, Ihre Sitzung und was Sie getippt haben, liegen im Speicher Ihres Browsers. Nichts davon dient dazu, Sie zu verfolgen.

## Zählung der Besuche

Wir zählen selbst, wie oft Seiten geöffnet werden, woher Besuche kommen und wonach gesucht wird. Es wird kein Cookie gesetzt, und weder Ihre IP-Adresse noch sonst etwas, das Sie erkennbar macht, wird gespeichert: Um einen Besuch am Tag nur einmal zu zählen, bildet der Server aus Adresse und Browser mit einem zufälligen Geheimnis eine Einweg-Prüfsumme, hält sie nur im Arbeitsspeicher und verwirft beides am Ende des Tages. Gespeichert werden nur Tagessummen, zwei Jahre lang. Browser, die „Do Not Track“ oder „Global Privacy Control“ senden, werden nicht gezählt.

## Empfänger

[[Hoster, Maildienst, Frachtführer und andere Firmen, die für Sie Daten verarbeiten.]]

## Ihre Rechte

Sie können Auskunft über Ihre Daten verlangen, sie berichtigen, löschen, einschränken oder übertragen lassen und ihrer Nutzung widersprechen. Sie können sich bei einer Aufsichtsbehörde beschweren: [[Name der Behörde]].`,
    imprint: ({ name, address, email, phone, companyNumber, vatNumber }) => `
[[Dies ist ein Mustertext und keine Rechtsberatung. Lassen Sie ihn prüfen, vervollständigen Sie ihn und löschen Sie diese Zeile.]]

${name}  
${address}

Vertreten durch: [[Geschäftsführung]]

Telefon: ${phone}  
E-Mail: ${email}

Handelsregister: ${companyNumber}  
USt-IdNr.: ${vatNumber}

Verantwortlich für den Inhalt: [[Name und Anschrift]]`,
    returns: ({ name, address, email }) => `
[[Dies ist ein Mustertext und keine Rechtsberatung. Lassen Sie ihn prüfen, vervollständigen Sie ihn und löschen Sie diese Zeile.]]

## Falsche oder beschädigte Ware

Melden Sie sie innerhalb von [[7]] Tagen nach der Lieferung an ${email}, mit Bestellnummer und Bild. Wir ersetzen sie oder erstatten den Preis und tragen die Kosten der Rücksendung.

## Andere Rückgaben

Unbenutzte Ware in der Originalverpackung nehmen wir innerhalb von [[14]] Tagen nach der Lieferung zurück, nach Absprache per E-Mail. Sonderbestellungen und geöffnete Elektroteile sind ausgenommen. Der Käufer trägt die Kosten der Rücksendung; wir behalten [[15]] % für die Wiedereinlagerung ein.

## Altteilpfand

[[Ob und wie Sie Altteile zurücknehmen.]]

## Adresse für Rücksendungen

${name}  
${address}

Schreiben Sie die Bestellnummer auf das Paket. Wir erstatten innerhalb von [[14]] Tagen nach Ankunft auf dem Zahlungsweg der Bestellung.`,
  },
}
