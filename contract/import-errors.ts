import { currentCurrency } from '#contract/currency.ts'
import type { Language } from '#contract/language.ts'
import { localeOf, withApostrophes } from '#contract/locale.ts'

/** Lists why a row of a file is refused, in the languages of the pages and of downloaded files. Placeholders are filled from its facts. */
export const importErrors = {
  'not-a-number': { en: '“{text}” is not a number.', de: '„{text}“ ist keine Zahl.' },
  'other-currency': {
    en: '“{text}” is in another currency. The amounts of this shop are in {currency}. Until its first order, another one can be chosen under Store.',
    de: '„{text}“ ist in einer anderen Währung. Die Beträge dieses Shops sind in {currency}. Bis zur ersten Bestellung lässt sich unter „Shop“ eine andere wählen.',
  },
  'has-minus': {
    en: '“{text}” has a minus. Lowering takes the number without it.',
    de: '„{text}“ hat ein Minus. Zum Senken steht die Zahl ohne Minus.',
  },
  'not-whole': { en: '“{text}” is not a whole number.', de: '„{text}“ ist keine ganze Zahl.' },
  'out-of-range': {
    en: '{text} is not between {least} and {most}.',
    de: '{text} liegt nicht zwischen {least} und {most}.',
  },
  'too-many-decimals': {
    en: '“{text}” has too many decimals, at most {places}.',
    de: '„{text}“ hat zu viele Nachkommastellen, höchstens {places}.',
  },
  'too-long': {
    en: 'This is longer than {most} characters.',
    de: 'Das ist länger als {most} Zeichen.',
  },
  'not-text': {
    en: 'This has characters that cannot be stored.',
    de: 'Das enthält Zeichen, die nicht gespeichert werden können.',
  },
  'not-seen': {
    en: 'This has the character {character}, which cannot be seen. Type it again.',
    de: 'Das enthält das Zeichen {character}, das man nicht sieht. Tippen Sie es neu.',
  },
  'not-one-line': {
    en: 'This has a line break. Write it on one line.',
    de: 'Das hat einen Zeilenumbruch. Schreiben Sie es in eine Zeile.',
  },
  'not-a-choice': { en: '“{text}” is none of: {choices}.', de: '„{text}“ ist nichts von: {choices}.' },
  'not-yes-or-no': { en: '“{text}” is neither yes nor no.', de: '„{text}“ ist weder ja noch nein.' },
  'not-a-measure': {
    en: '“{text}” is no number with a unit, such as {example}.',
    de: '„{text}“ ist keine Zahl mit Einheit wie {example}.',
  },
  'not-an-id': { en: '“{text}” is not an id of this shop.', de: '„{text}“ ist keine Kennung dieses Shops.' },
  'not-a-date': { en: '“{text}” is no day, such as 2024-03-31.', de: '„{text}“ ist kein Tag wie 2024-03-31.' },
  'day-unclear': {
    en: '“{text}” could be two days. Write it as 2024-03-31, or as 31.03.2024.',
    de: '„{text}“ kann zwei Tage meinen. Schreiben Sie ihn als 31.03.2024 oder 2024-03-31.',
  },
  'day-out-of-range': {
    en: '“{text}” is before 1970 or after today.',
    de: '„{text}“ liegt vor 1970 oder nach heute.',
  },
  'order-contradicts': {
    en: '“{text}” contradicts an earlier row of this order, which says “{other}”. Correct one of them, or leave the column out.',
    de: '„{text}“ widerspricht einer früheren Zeile dieser Bestellung, in der „{other}“ steht. Berichtigen Sie eine davon oder lassen Sie die Spalte weg.',
  },
  'order-total-unlike': {
    en: 'The total {text} cannot be that of the lines of this order, which are {lines} together.',
    de: 'Die Summe {text} kann nicht die der Positionen dieser Bestellung sein, die zusammen {lines} ergeben.',
  },
  'check-digit-wrong': {
    en: '{text} is no valid EAN: its last digit does not fit the others. It goes in as it is.',
    de: '{text} ist keine gültige EAN: Die letzte Ziffer passt nicht zu den anderen. Sie wird so übernommen.',
  },
  'customer-unknown': {
    en: 'No customer has the email address {text}. Import the customers first, or add this one, then compare the file again.',
    de: 'Kein Kunde hat die E-Mail-Adresse {text}. Importieren Sie zuerst die Kunden, oder legen Sie diesen an, und vergleichen Sie die Datei noch einmal.',
  },
  'order-of-another': {
    en: 'Another customer has an order {text} from before. Give one of them another number, with the name of its shop in front for example.',
    de: 'Ein anderer Kunde hat schon eine Bestellung {text} von früher. Geben Sie einer davon eine andere Nummer, etwa mit dem Namen ihres Shops davor.',
  },
  'not-an-email': { en: '“{text}” is not an e-mail address.', de: '„{text}“ ist keine E-Mail-Adresse.' },
  'not-a-name': {
    en: 'Left out: “{text}” is no name of a person or company.',
    de: 'Ausgelassen: „{text}“ ist kein Name einer Person oder Firma.',
  },
  'not-a-tax-number': {
    en: 'Left out: “{text}” is no VAT number with its country in front, such as DE136695976.',
    de: 'Ausgelassen: „{text}“ ist keine Umsatzsteuer-Identifikationsnummer mit dem Land davor wie DE136695976.',
  },
  'address-incomplete': {
    en: 'The address is left out: it lacks what an address of its country needs.',
    de: 'Die Adresse ist ausgelassen: Ihr fehlt, was eine Adresse ihres Landes braucht.',
  },
  'company-alone': {
    en: 'The company is left out: it is a part of an address, and this customer has none. Add columns with street, postal code and city.',
    de: 'Die Firma ist ausgelassen: Sie gehört zu einer Adresse, und dieser Kunde hat keine. Ergänzen Sie Spalten mit Straße, Postleitzahl und Ort.',
  },
  'address-postal-code': {
    en: 'The address is left out: “{text}” is no postal code of its country or region.',
    de: 'Die Adresse ist ausgelassen: „{text}“ ist keine Postleitzahl ihres Landes oder ihrer Region.',
  },
  'address-region': {
    en: 'The address is left out: “{text}” is no region of its country.',
    de: 'Die Adresse ist ausgelassen: „{text}“ ist keine Region ihres Landes.',
  },
  'address-country': {
    en: 'The address is left out: “{text}” is no country.',
    de: 'Die Adresse ist ausgelassen: „{text}“ ist kein Land.',
  },
  'email-unproven': {
    en: 'Somebody has signed up with {text} and has not proved that it is theirs. Once they have confirmed it, check the file again.',
    de: 'Jemand hat sich mit {text} angemeldet und nicht bewiesen, dass die Adresse die eigene ist. Prüfen Sie die Datei noch einmal, sobald sie bestätigt ist.',
  },
  'order-void': {
    en: 'Left out: the order {text} was cancelled, voided or refunded.',
    de: 'Ausgelassen: Die Bestellung {text} wurde storniert oder erstattet.',
  },
  'customer-merged': {
    en: 'Left out: {text} was merged into {name}, who stays as is. A row with the address of {name} counts.',
    de: 'Ausgelassen: {text} wurde mit {name} zusammengeführt und ändert dort nichts. Es zählt die Zeile mit der Adresse von {name}.',
  },
  'role-left-out': {
    en: 'Left out: the role {text} is none of the customer groups. The other group of the row is taken.',
    de: 'Ausgelassen: Die Rolle {text} ist keine der Kundengruppen. Die andere Gruppe der Zeile gilt.',
  },
  'account-of-staff': {
    en: '{text} is an account of staff, and no file changes those. Change it on its own page, if you may.',
    de: '{text} ist das Konto eines Mitarbeiters, und keine Datei ändert solche. Ändern Sie es auf seiner eigenen Seite, wenn Sie das dürfen.',
  },
  'customer-kept': {
    en: 'This customer has an account, was invited, or has orders by now, and stays.',
    de: 'Dieser Kunde hat inzwischen ein Konto, eine Einladung oder Bestellungen und bleibt.',
  },
  'not-a-slug': {
    en: '“{text}” can have lower-case letters, digits and single hyphens only.',
    de: '„{text}“ darf nur Kleinbuchstaben, Ziffern und einzelne Bindestriche haben.',
  },
  'not-a-part-number': {
    en: '“{text}” has neither letter nor digit.',
    de: '„{text}“ hat weder Buchstabe noch Ziffer.',
  },
  'shortened-number': {
    en: '“{text}” is not the number: a spreadsheet program has shortened it. Format the column as text there, and enter all digits.',
    de: '„{text}“ ist nicht die Nummer: Ein Tabellenprogramm hat sie gekürzt. Formatieren Sie die Spalte dort als Text und geben Sie alle Ziffern ein.',
  },
  'date-number': {
    en: '“{text}” is a date: a spreadsheet program has made it of the number. Format the column as text there, and enter the number again.',
    de: '„{text}“ ist ein Datum: Ein Tabellenprogramm hat es aus der Nummer gemacht. Formatieren Sie die Spalte dort als Text und geben Sie die Nummer neu ein.',
  },
  'date-number-asked': {
    en: 'No product has the part number “{text}”, and it looks like a date that a spreadsheet program has made of it. Correct it in the file; if it is right, add the product with the form.',
    de: 'Kein Produkt hat die Teilenummer „{text}“, und sie sieht wie ein Datum aus, das ein Tabellenprogramm aus ihr gemacht hat. Korrigieren Sie sie in der Datei; stimmt sie, legen Sie das Produkt mit dem Formular an.',
  },
  'formula-error': {
    en: '“{text}” is not a number: a formula of a spreadsheet program has failed. Mend it there, or enter the number.',
    de: '„{text}“ ist keine Nummer: Die Formel eines Tabellenprogramms ist fehlgeschlagen. Berichtigen Sie sie dort oder geben Sie die Nummer ein.',
  },
  'not-our-picture': {
    en: '“{text}” is not the address of a picture that was uploaded here.',
    de: '„{text}“ ist nicht die Adresse eines hier hochgeladenen Bilds.',
  },
  'picture-address-refused': {
    en: '{text}: this shop calls addresses of the public internet only.',
    de: '{text}: Dieser Shop ruft nur Adressen im öffentlichen Internet auf.',
  },
  'picture-status': {
    en: '{text}: nothing is there; the server answered {status}.',
    de: '{text}: Dort ist nichts; der Server antwortete {status}.',
  },
  'picture-late': {
    en: '{text}: it did not arrive within {seconds} seconds.',
    de: '{text}: Es kam nicht innerhalb von {seconds} Sekunden an.',
  },
  'picture-unreachable': { en: '{text}: nothing answers there.', de: '{text}: Dort antwortet nichts.' },
  'picture-too-large': {
    en: '{text}: it is larger than {limit} MB.',
    de: '{text}: Es ist größer als {limit} MB.',
  },
  'picture-unreadable': {
    en: '{text}: this is no picture that we can read. It can be JPEG, PNG, WebP, AVIF or GIF of at most 50 megapixels.',
    de: '{text}: Das ist kein lesbares Bild. Es kann JPEG, PNG, WebP, AVIF oder GIF mit höchstens 50 Megapixeln sein.',
  },
  'picture-not-stored': {
    en: '{text}: it could not be stored. Check the file again later.',
    de: '{text}: Es konnte nicht gespeichert werden. Prüfen Sie die Datei später noch einmal.',
  },
  'picture-storage-full': {
    en: '{text}: the disk of the shop is full. Make room, and check the file again.',
    de: '{text}: Die Platte des Shops ist voll. Schaffen Sie Platz und prüfen Sie die Datei noch einmal.',
  },
  'picture-not-uploaded': {
    en: '{text}: no picture of this name came with the file. Drop the pictures together with the file.',
    de: '{text}: Mit der Datei kam kein Bild dieses Namens. Legen Sie die Bilder zusammen mit der Datei ab.',
  },
  'picture-not-in-archive': { en: '{text}: the archive is gone.', de: '{text}: Das Archiv ist nicht mehr da.' },
  'document-not-uploaded': {
    en: '{text}: no PDF file of this name came with the table. Drop the PDF files together with the table.',
    de: '{text}: Mit der Tabelle kam keine PDF-Datei dieses Namens. Legen Sie die PDF-Dateien zusammen mit der Tabelle ab.',
  },
  'not-a-document': {
    en: '“{text}” is no PDF file: it is an address that begins with https:// or was uploaded here, or the name of a file such as manual.pdf that comes with the table.',
    de: '„{text}“ ist keine PDF-Datei: Es ist eine Adresse, die mit https:// beginnt oder hier hochgeladen wurde, oder der Name einer Datei wie anleitung.pdf, die mit der Tabelle kommt.',
  },
  'document-unreadable': { en: '{text}: this is no PDF file.', de: '{text}: Das ist keine PDF-Datei.' },
  'category-name-missing': {
    en: '“{text}” needs a name before each “>”, such as Brakes > Pads.',
    de: '„{text}“ braucht vor jedem „>“ einen Namen, wie Bremsen > Beläge.',
  },
  'unknown-category': {
    en: 'There is no category “{text}” in this shop. Change the columns and let missing categories be added, or add it under Categories.',
    de: 'Die Kategorie „{text}“ gibt es in diesem Shop nicht. Ändern Sie die Spalten und lassen Sie fehlende Kategorien anlegen, oder legen Sie sie unter Kategorien an.',
  },
  'unknown-brand': {
    en: 'There is no brand “{text}” in this shop. Change the columns and let missing brands be added, or add it under Brands.',
    de: 'Die Marke „{text}“ gibt es in diesem Shop nicht. Ändern Sie die Spalten und lassen Sie fehlende Marken anlegen, oder legen Sie sie unter Marken an.',
  },
  'make-unknown': {
    en: 'The shop has no make “{text}”. Add it under Vehicles.',
    de: 'Die Marke „{text}“ hat der Shop nicht. Legen Sie sie unter „Fahrzeuge“ an.',
  },
  'family-unknown': {
    en: '{of} has no “{text}” in this shop. Add it under Vehicles.',
    de: '„{text}“ gibt es bei {of} nicht. Legen Sie es unter „Fahrzeuge“ an.',
  },
  'generation-unknown': {
    en: '{of} has no generation “{text}” in this shop. Add it under Vehicles.',
    de: 'Die Generation „{text}“ gibt es bei {of} nicht. Legen Sie sie unter „Fahrzeuge“ an.',
  },
  'generation-needed': {
    en: '{of} has several generations: {text}. Name one, or years that are those of one.',
    de: '{of} hat mehrere Generationen: {text}. Nennen Sie eine, oder Jahre, die nur zu einer gehören.',
  },
  'years-reversed': { en: 'This is before the beginning.', de: 'Das liegt vor dem Anfang.' },
  'years-twice': {
    en: 'The years of this row stand in two places. Give them here, or as the first and the last year.',
    de: 'Die Jahre dieser Zeile stehen an zwei Stellen. Geben Sie sie hier an oder als erstes und letztes Jahr.',
  },
  'not-years': {
    en: '“{text}” is no year or range of years such as 2006, 2004-2008 or 2004-.',
    de: '„{text}“ ist kein Jahr und keine Spanne wie 2006, 2004-2008 oder 2004-.',
  },
  'not-a-day': {
    en: '“{text}” is no day or month such as 2005-06-01 or 2005-06.',
    de: '„{text}“ ist kein Tag oder Monat wie 01.06.2005 oder 06/2005.',
  },
  'fits-universal': {
    en: 'This product is universal: it has no list of vehicles. Change that on its page first.',
    de: 'Dieses Produkt ist universell und hat keine Fahrzeugliste. Ändern Sie das zuerst auf seiner Seite.',
  },
  'fits-listed': {
    en: 'This product has a list of vehicles. Remove its rows first.',
    de: 'Dieses Produkt hat eine Fahrzeugliste. Entfernen Sie zuerst deren Zeilen.',
  },
  'fits-written-otherwise': {
    en: 'This product has vehicles that were not read in a text: texts add none to them. Give its vehicles in columns, or on its page.',
    de: 'Dieses Produkt hat Fahrzeuge, die nicht in einem Text gelesen wurden: Texte fügen ihnen keine hinzu. Geben Sie seine Fahrzeuge in Spalten an oder auf seiner Seite.',
  },
  'fits-kept': {
    en: 'This product keeps its vehicles, which were not read in a text: {vehicles}. The text adds none to them; it also names: {missing}. Give these in columns, or on its page.',
    de: 'Dieses Produkt behält seine Fahrzeuge, die nicht in einem Text gelesen wurden: {vehicles}. Der Text fügt ihnen keine hinzu; er nennt außerdem: {missing}. Geben Sie diese in Spalten an oder auf seiner Seite.',
  },
  'fits-replaced': {
    en: 'Replaces the text that the part has: {text}. The vehicles that only that said go with it.',
    de: 'Ersetzt den Text, den das Teil hat: {text}. Mit ihm gehen die Fahrzeuge, die nur dieser nannte.',
  },
  'fits-complete-without-kind': {
    en: 'Only the list of a product for certain vehicles can be complete.',
    de: 'Vollständig kann nur die Liste eines Produkts für bestimmte Fahrzeuge sein.',
  },
  'words-unread': {
    en: 'Not read: {words}. Nothing of this text is applied before somebody has answered it under Phrases.',
    de: 'Nicht gelesen: {words}. Von diesem Text wird nichts übernommen, bevor es jemand unter „Fahrzeugwörter“ beantwortet hat.',
  },
  'fits-other-years': {
    en: 'The text of this row does not say these years of each of its vehicles: {text}. Write the years into the text, name each vehicle in a row of its own, or leave the column out.',
    de: 'Der Text dieser Zeile nennt diese Jahre nicht bei jedem Fahrzeug: {text}. Schreiben Sie die Jahre in den Text, nennen Sie jedes Fahrzeug in einer eigenen Zeile oder lassen Sie die Spalte weg.',
  },
  'fits-alone': {
    en: 'Not used, because the vehicles of this row stand in a text: {columns}. Write it into the text, or name the vehicle in columns.',
    de: 'Nicht verwendet, weil die Fahrzeuge dieser Zeile in einem Text stehen: {columns}. Schreiben Sie es in den Text, oder nennen Sie das Fahrzeug in Spalten.',
  },
  'phrase-answered': {
    en: '“{text}” is answered otherwise: it is a vehicle in one place and none in the other. Take that answer back first.',
    de: '„{text}“ ist anders beantwortet: an einer Stelle als Fahrzeug, an der anderen als keines. Nehmen Sie die andere Antwort zuerst zurück.',
  },
  'answered-meanwhile': {
    en: 'Somebody has answered “{text}” since this file was compared. Compare it again.',
    de: 'Seit dem Vergleich dieser Datei hat jemand „{text}“ beantwortet. Vergleichen Sie sie noch einmal.',
  },
  unknown: { en: 'There is no “{text}” in this shop.', de: '„{text}“ gibt es in diesem Shop nicht.' },
  ambiguous: {
    en: '“{text}” is the name of several in this shop. Use the code.',
    de: '„{text}“ heißen mehrere in diesem Shop. Verwenden Sie den Code.',
  },
  'several-products': {
    en: 'Several products have the part number “{text}”, by brand: {brands}. Use a column with the brand, or the one with the id.',
    de: 'Mehrere Produkte haben die Teilenummer „{text}“, nach Marke: {brands}. Verwenden Sie eine Spalte mit der Marke oder die mit der Kennung.',
  },
  'brand-needed': {
    en: 'Several products have the part number “{text}”, by brand: {brands}. Enter the brand, or use the column with the id.',
    de: 'Mehrere Produkte haben die Teilenummer „{text}“, nach Marke: {brands}. Geben Sie die Marke an oder verwenden Sie die Spalte mit der Kennung.',
  },
  'number-of-other-brand': {
    en: 'The brand of this row has no part number {text} in this shop; it is that of another brand: {brand}.',
    de: 'Von der Marke dieser Zeile gibt es die Teilenummer {text} in diesem Shop nicht; eine andere Marke hat sie: {brand}.',
  },
  'number-without-brand': {
    en: 'A product without a brand has the part number {text}. Whether it is the one of {brand}, the number does not tell: change the columns and say which is right, or use the column with the id.',
    de: 'Ein Produkt ohne Marke hat die Teilenummer {text}. Ob es das von {brand} ist, sagt die Nummer nicht: Ändern Sie die Spalten und sagen Sie, was gilt, oder verwenden Sie die Spalte mit der Kennung.',
  },
  'number-of-brands': {
    en: 'Products of these brands have the part number {text}: {brands}. Enter the brand of this one; only its form can confirm that it has none.',
    de: 'Produkte dieser Marken haben die Teilenummer {text}: {brands}. Geben Sie die Marke von diesem an; nur in seinem Formular lässt sich bestätigen, dass es keine hat.',
  },
  'brand-not-removed': {
    en: 'Products of these brands have the part number {text}: {brands}. Only the form of a product can confirm that it is one without a brand.',
    de: 'Produkte dieser Marken haben die Teilenummer {text}: {brands}. Nur im Formular eines Produkts lässt sich bestätigen, dass es keine Marke hat.',
  },
  'near-number': {
    en: 'There is no part number “{text}” in this shop. {number} differs only by signs between digits: if it is meant, write it so.',
    de: 'Die Teilenummer „{text}“ gibt es in diesem Shop nicht. {number} unterscheidet sich nur durch Zeichen zwischen Ziffern: Wenn sie gemeint ist, schreiben Sie sie so.',
  },
  'near-number-asked': {
    en: '“{text}” differs from {number} of this shop only by signs between digits. If it is that product, write its number so; if it is another one, change the columns and let such numbers be added.',
    de: '„{text}“ unterscheidet sich von {number} in diesem Shop nur durch Zeichen zwischen Ziffern. Ist es dasselbe Produkt, schreiben Sie die Nummer so; ist es ein anderes, ändern Sie die Spalten und lassen Sie solche Nummern anlegen.',
  },
  'prices-apart': {
    en: 'The prices of this product are far apart: the lowest is {lowest}, the highest {highest}.',
    de: 'Die Preise dieses Produkts liegen weit auseinander: Der niedrigste ist {lowest}, der höchste {highest}.',
  },
  'stock-repeated': {
    en: 'The file before had {counted}, too. After what was sold, received and corrected in the shop since, there are {left}: if this file does not know of that, {left} is right.',
    de: 'Auch die vorige Datei hatte {counted}. Nach dem, was seitdem im Shop verkauft, zugegangen und korrigiert ist, sind es {left}: Kennt diese Datei das noch nicht, stimmt {left}.',
  },
  'stock-kept': {
    en: 'The file before had {counted}, too, so this says nothing new: the {left} of the shop stay.',
    de: 'Auch die vorige Datei hatte {counted}, das sagt also nichts Neues: Es bleibt bei {left} im Shop.',
  },
  'other-spelling': {
    en: 'The shop spells this number {number}: the row is taken for that product.',
    de: 'Der Shop schreibt diese Nummer {number}: Die Zeile gilt für dieses Produkt.',
  },
  'no-key': {
    en: 'This is empty, so the row does not say what it is about.',
    de: 'Das ist leer, also sagt die Zeile nicht, worum es geht.',
  },
  required: { en: 'This is missing; a new row needs it.', de: 'Das fehlt; eine neue Zeile braucht es.' },
  'not-empty': { en: 'This cannot be empty.', de: 'Das darf nicht leer sein.' },
  repeated: {
    en: 'Line {line} is about the same. Keep one of them.',
    de: 'In Zeile {line} geht es um dasselbe. Lassen Sie eine davon stehen.',
  },
  'other-spellings': {
    en: 'Other lines of the file have this part number in another spelling: {lines}. The shop has none of these spellings, so keep one of them.',
    de: 'Andere Zeilen der Datei haben diese Teilenummer in anderer Schreibweise: {lines}. Der Shop hat keine davon, lassen Sie also eine stehen.',
  },
  'quantities-do-not-fit': {
    en: 'The minimum and the maximum must be multiples of {multiple}, and the maximum at least the minimum.',
    de: 'Mindest- und Höchstmenge müssen Vielfache von {multiple} sein, und die Höchstmenge mindestens die Mindestbestellmenge.',
  },
  'name-taken': {
    en: 'Another product is named “{text}” and has the same part number or none.',
    de: 'Ein anderes Produkt heißt „{text}“ und hat dieselbe oder auch keine Teilenummer.',
  },
  'number-taken': {
    en: 'The part number {text} is that of “{name}”.',
    de: 'Die Teilenummer {text} gehört zu „{name}“.',
  },
  'attribute-required': {
    en: 'Products of this category need a value of “{text}”.',
    de: 'Produkte dieser Kategorie brauchen einen Wert von „{text}“.',
  },
  'counted-below-reserved': {
    en: '{counted} were counted, but orders that have not shipped yet hold {reserved}: {orders}.',
    de: '{counted} wurden gezählt, aber Bestellungen, die noch nicht versandt sind, halten {reserved}: {orders}.',
  },
  'stock-below-zero': {
    en: 'That would leave {text} units.',
    de: 'Damit wären {text} Stück übrig.',
  },
  'price-rises': {
    en: 'With this, more units would have a higher price.',
    de: 'Damit hätten mehr Stück einen höheren Preis.',
  },
  'price-from-one': {
    en: 'The price from 1 unit on is the price of the product itself.',
    de: 'Der Preis ab 1 Stück ist der Preis des Produkts selbst.',
  },
  'first-price-missing': {
    en: 'This list decides alone, so it needs a price from 1 unit on.',
    de: 'Diese Liste entscheidet allein, sie braucht also einen Preis ab 1 Stück.',
  },
  'too-many-prices': {
    en: 'A list can have {most} prices of a product.',
    de: 'Eine Liste kann {most} Preise eines Produkts haben.',
  },
  'too-many-documents': {
    en: 'The product would have {count} documents. It can have {most}.',
    de: 'Das Produkt hätte {count} Dokumente. Es kann {most} haben.',
  },
  'too-many-numbers': {
    en: 'A product can have {most} other numbers.',
    de: 'Ein Produkt kann {most} weitere Nummern haben.',
  },
  'other-categories': {
    en: 'Left out: {text}. A product has one category.',
    de: 'Ausgelassen: {text}. Ein Produkt hat eine Kategorie.',
  },
  'category-name-taken': {
    en: 'In this place, there is a category “{text}” already.',
    de: 'An dieser Stelle gibt es schon eine Kategorie „{text}“.',
  },
  'category-cycle': {
    en: 'A category cannot be in itself or in one below it.',
    de: 'Eine Kategorie kann nicht in sich selbst oder in einer darunter liegen.',
  },
  'category-too-deep': {
    en: 'This would put categories on level {level}, and there are {most} at most. Name a category further up, or first move up what is below this one.',
    de: 'Damit lägen Kategorien auf Ebene {level}, und es gibt höchstens {most}. Nennen Sie eine Kategorie weiter oben, oder verschieben Sie zuerst nach oben, was darunter liegt.',
  },
  'not-changeable': {
    en: 'Kind, dimension and several values of an attribute stay as they are.',
    de: 'Art, Größe und mehrere Werte eines Merkmals bleiben, wie sie sind.',
  },
  'archived-instead': {
    en: 'Archived instead of removed: orders, carts, lists or prices have this product.',
    de: 'Archiviert statt entfernt: Bestellungen, Warenkörbe, Listen oder Preise enthalten dieses Produkt.',
  },
  'stays-archived': {
    en: 'This product is archived and stays so. To sell it again, add a column State with “active”.',
    de: 'Dieses Produkt ist archiviert und bleibt es. Um es wieder zu verkaufen, ergänzen Sie eine Spalte „Status“ mit „im Verkauf“.',
  },
  'archived-not-added': {
    en: 'Left out: it is archived, and this shop does not sell it.',
    de: 'Ausgelassen: Es ist archiviert, und dieser Shop verkauft es nicht.',
  },
  'in-use': { en: '“{text}” is in use.', de: '„{text}“ wird verwendet.' },
  'taken-meanwhile': {
    en: 'Another change of the shop has taken its name or number meanwhile.',
    de: 'Eine andere Änderung im Shop hat inzwischen den Namen oder die Nummer belegt.',
  },
  refused: { en: 'The shop refused this row: {text}', de: 'Der Shop hat diese Zeile abgelehnt: {text}' },
} as const satisfies Record<string, Record<Language, string>>

/** Lists what the seller should know of a file before it is applied; it refuses no row. Those with `rows` count them. */
export const importWarnings = {
  'prices-fall': {
    en: 'In {rows} rows a price falls by more than {percent} %: {name1} from {was1} to {now1}, {name2} from {was2} to {now2}, {name3} from {was3} to {now3}.',
    de: 'In {rows} Zeilen fällt ein Preis um mehr als {percent} %: {name1} von {was1} auf {now1}, {name2} von {was2} auf {now2}, {name3} von {was3} auf {now3}.',
  },
  'prices-fall-alike': {
    en: 'In {rows} rows a price falls by more than {percent} %, in most of them to 1/{factor} of before: {name1} from {was1} to {now1}, {name2} from {was2} to {now2}, {name3} from {was3} to {now3}.',
    de: 'In {rows} Zeilen fällt ein Preis um mehr als {percent} %, in den meisten auf 1/{factor}: {name1} von {was1} auf {now1}, {name2} von {was2} auf {now2}, {name3} von {was3} auf {now3}.',
  },
  'prices-rise': {
    en: 'In {rows} rows a price rises to more than {times} times as much: {name1} from {was1} to {now1}, {name2} from {was2} to {now2}, {name3} from {was3} to {now3}.',
    de: 'In {rows} Zeilen steigt ein Preis auf mehr als das {times}-Fache: {name1} von {was1} auf {now1}, {name2} von {was2} auf {now2}, {name3} von {was3} auf {now3}.',
  },
  'prices-rise-alike': {
    en: 'In {rows} rows a price rises to more than {times} times as much, in most of them to {factor} times: {name1} from {was1} to {now1}, {name2} from {was2} to {now2}, {name3} from {was3} to {now3}.',
    de: 'In {rows} Zeilen steigt ein Preis auf mehr als das {times}-Fache, in den meisten auf das {factor}-Fache: {name1} von {was1} auf {now1}, {name2} von {was2} auf {now2}, {name3} von {was3} auf {now3}.',
  },
  'prices-apart': {
    en: 'Rows in which a price is more than {times} times another one of the same product, of its breaks, lists or sale: {rows}. The first is {name} with {lowest} and {highest}.',
    de: 'Zeilen, in denen ein Preis mehr als das {times}-Fache eines anderen desselben Produkts ist, aus Staffel, Preisliste oder Aktion: {rows}. Die erste ist {name} mit {lowest} und {highest}.',
  },
  'stock-repeated': {
    en: 'Rows with the stock of the file before, although the shop has another one since: {rows}. What was sold since would be for sale again, what was received or corrected would be lost. The first is {name} with {counted}; the shop has {left}.',
    de: 'Zeilen mit dem Bestand der vorigen Datei, obwohl der Shop seitdem einen anderen hat: {rows}. Seitdem Verkauftes wäre wieder zu kaufen, Zugänge und Korrekturen wären verloren. Die erste ist {name} mit {counted}; im Shop sind es {left}.',
  },
  'stock-kept': {
    en: 'Rows with the stock of the file before, where that of the shop stays: {rows}. Each says how many.',
    de: 'Zeilen mit dem Bestand der vorigen Datei, wo der des Shops bleibt: {rows}. Jede nennt die Stückzahl.',
  },
  'tax-class-without-rate': {
    en: 'Rows with a tax class that has no rate yet: {rows}. Enter it under Tax; until then the standard rate holds.',
    de: 'Zeilen mit einer Steuerklasse, die noch keinen Satz hat: {rows}. Tragen Sie ihn unter „Steuer“ ein; bis dahin gilt der Standardsatz.',
  },
  'stock-gone': {
    en: '{rows} of {all} rows set the stock of something that is in stock to 0, or take it off sale.',
    de: '{rows} von {all} Zeilen setzen den Bestand von etwas Vorrätigem auf 0 oder nehmen es aus dem Verkauf.',
  },
  'words-unread': {
    en: 'Texts with words of vehicles that were not read: {rows}. They are kept for Phrases, and nothing of them is applied.',
    de: 'Texte mit Fahrzeugwörtern, die nicht gelesen wurden: {rows}. Sie stehen unter „Fahrzeugwörter“, und nichts davon wird übernommen.',
  },
  'fits-replaced': {
    en: 'Texts that replace another one of the same part, with the vehicles that only that said: {rows}. Each row says which.',
    de: 'Texte, die einen anderen desselben Teils ersetzen, mit den Fahrzeugen, die nur dieser nannte: {rows}. Jede Zeile nennt ihn.',
  },
  'fits-alone': {
    en: 'Rows whose vehicles stand in a text, and that other columns limit in vain: {rows}. Each row says which columns.',
    de: 'Zeilen, deren Fahrzeuge in einem Text stehen und die andere Spalten vergeblich einschränken: {rows}. Jede Zeile nennt die Spalten.',
  },
  'outside-years': {
    en: 'Rows with years in which the vehicle was not built, as far as the shop knows: {rows}. Please check them.',
    de: 'Zeilen mit Jahren, in denen das Fahrzeug nicht gebaut wurde, soweit der Shop weiß: {rows}. Bitte prüfen Sie sie.',
  },
  'customers-in-part': {
    en: 'Customers of whom an address, a name, a tax number or a role is left out: {rows}. Each row says why.',
    de: 'Kunden, von denen eine Adresse, ein Name, eine Steuernummer oder eine Rolle ausgelassen ist: {rows}. Jede Zeile sagt, warum.',
  },
  'orders-void': {
    en: 'Rows of orders that were cancelled, voided or refunded, which are left out: {rows}.',
    de: 'Zeilen von Bestellungen, die storniert oder erstattet wurden und ausgelassen sind: {rows}.',
  },
  'customers-merged': {
    en: 'Rows of addresses that were merged into another customer, which are left out: {rows}. Each row names the customer.',
    de: 'Zeilen mit Adressen, die mit anderen Kunden zusammengeführt wurden und ausgelassen sind: {rows}. Jede Zeile nennt, mit wem.',
  },
  'letters-unreadable': {
    en: 'Rows with letters that cannot be read in this encoding, the first in line {line}: {rows}. They have � in their place. Choose another encoding, or save the file as UTF-8.',
    de: 'Zeilen mit Buchstaben, die in dieser Kodierung nicht lesbar sind, die erste ist Zeile {line}: {rows}. Dort steht �. Wählen Sie eine andere Kodierung, oder speichern Sie die Datei als UTF-8.',
  },
  'other-currencies': {
    en: 'Not imported, because they are in another currency than this shop, which has {currency}: {columns}.',
    de: 'Nicht importiert, weil sie in einer anderen Währung sind als dieser Shop, der {currency} hat: {columns}.',
  },
  'rows-cut-short': {
    en: 'Rows with fewer cells than the others, of which the rest is read as empty: {count}. Please check whether they were cut off.',
    de: 'Zeilen mit weniger Zellen als die anderen, deren Rest als leer gilt: {count}. Bitte prüfen Sie, ob sie abgeschnitten sind.',
  },
  'title-lines': {
    en: 'The names of the columns are taken from line {line}. Title lines left out above it: {count}.',
    de: 'Die Namen der Spalten stehen in Zeile {line}. Ausgelassene Titelzeilen darüber: {count}.',
  },
  'units-by-row': {
    en: 'The unit of “{field}” is read from the column “{column}”, row by row.',
    de: 'Die Einheit von „{field}“ wird Zeile für Zeile aus der Spalte „{column}“ gelesen.',
  },
  'check-digits-wrong': {
    en: 'Rows with an EAN whose check digit is wrong: {rows}. They go in as they are; a scanner will not read them.',
    de: 'Zeilen mit einer EAN, deren Prüfziffer falsch ist: {rows}. Sie werden so übernommen; ein Scanner liest sie nicht.',
  },
  'other-spelling': {
    en: 'Rows whose part number the shop spells otherwise, and which are taken for its product: {rows}. Each names the number of the shop.',
    de: 'Zeilen, deren Teilenummer der Shop anders schreibt und die für sein Produkt gelten: {rows}. Jede nennt die Nummer im Shop.',
  },
  'cells-left-out': {
    en: 'Rows with cells that are left out, as you have chosen: {rows}. Each row says which.',
    de: 'Zeilen mit Zellen, die ausgelassen sind, wie Sie gewählt haben: {rows}. Jede Zeile sagt, welche.',
  },
  'html-to-text': {
    en: 'Rows in which HTML was turned into text: {rows}.',
    de: 'Zeilen, in denen HTML in Text umgewandelt wurde: {rows}.',
  },
  'zero-is-none': {
    en: 'Rows with a minimum or an order multiple of 0, which was left out: {rows}.',
    de: 'Zeilen mit einer Mindestbestellmenge oder einem Schritt von 0, die ausgelassen wurden: {rows}.',
  },
  'discount-raises': {
    en: 'Rows in which the column of discounts raises the price, since only a number with a minus takes off: {rows}.',
    de: 'Zeilen, in denen die Rabattspalte den Preis erhöht, weil nur eine Zahl mit Minus ihn senkt: {rows}.',
  },
  'percent-raises': {
    en: 'Rows in which the percentage raises the price, since only a number with a minus takes off: {rows}. 85 is 85 percent on top, not 85 percent of the price.',
    de: 'Zeilen, in denen der Prozentsatz den Preis erhöht, weil nur eine Zahl mit Minus ihn senkt: {rows}. 85 schlägt 85 Prozent auf und heißt nicht 85 Prozent des Preises.',
  },
  'above-own-price': {
    en: 'Rows whose price of a list is above the price of the product itself: {rows}.',
    de: 'Zeilen, deren Listenpreis über dem Preis des Produkts selbst liegt: {rows}.',
  },
  'archived-instead': {
    en: 'New products that were archived instead of removed, since orders, carts, lists or prices have them: {rows} ({numbers}).',
    de: 'Neue Produkte, die archiviert statt entfernt wurden, weil Bestellungen, Warenkörbe, Listen oder Preise sie enthalten: {rows} ({numbers}).',
  },
  'stays-archived': {
    en: 'Rows of products that are archived and stay so, since the file does not say to sell them again: {rows}. A column State with “active” does.',
    de: 'Zeilen von Produkten, die archiviert sind und es bleiben, weil die Datei nicht sagt, dass sie wieder verkauft werden: {rows}. Eine Spalte „Status“ mit „im Verkauf“ sagt es.',
  },
  'archived-not-added': {
    en: 'Rows of archived products that this shop does not sell, which are left out: {rows}.',
    de: 'Zeilen archivierter Produkte, die dieser Shop nicht verkauft und die ausgelassen sind: {rows}.',
  },
  'stock-not-counted': {
    en: 'Rows whose units the other program does not count: {count}. Their stock stays as it is here, which is 0 for new products: enter it, or import a count.',
    de: 'Zeilen, deren Stückzahl das andere Programm nicht führt: {count}. Ihr Bestand bleibt hier, wie er ist, bei neuen Produkten 0: Tragen Sie ihn ein oder importieren Sie eine Zählung.',
  },
  oversold: {
    en: 'Rows with a stock below zero, which goes in as 0: {rows}. Orders of the other shop wait for these units.',
    de: 'Zeilen mit einem Bestand unter null, der als 0 übernommen wird: {rows}. Auf diese Stücke warten Bestellungen im anderen Shop.',
  },
  'counted-below-reserved': {
    en: 'Rows with a stock below what orders of this shop hold, of which nothing can be sold until they have shipped: {rows}.',
    de: 'Zeilen mit einem Bestand unter dem, was Bestellungen dieses Shops halten; davon kann nichts verkauft werden, bis sie versandt sind: {rows}.',
  },
  unpublished: {
    en: 'Rows that the other shop does not show, which become drafts: {count}.',
    de: 'Zeilen, die der andere Shop nicht zeigt und die Entwürfe werden: {count}.',
  },
  'parents-left-out': {
    en: 'Rows of products that are sold as variants or sets only, which are left out: {count}. Their variants are products of their own.',
    de: 'Zeilen von Produkten, die nur als Varianten oder Sets verkauft werden und ausgelassen sind: {count}. Ihre Varianten sind eigene Produkte.',
  },
  'variants-named': {
    en: 'Rows of variants that got their option behind the name: {count}.',
    de: 'Zeilen von Varianten, die ihre Option hinter dem Namen bekommen haben: {count}.',
  },
  'pictures-joined': {
    en: 'Rows with a further picture only, which joined the product above: {count}.',
    de: 'Zeilen nur mit einem weiteren Bild, das zum Produkt darüber gekommen ist: {count}.',
  },
  'pictures-without-address': {
    en: 'Pictures that are named without an address, and left out: {count}. Upload them as a ZIP, named by part numbers.',
    de: 'Bilder, die ohne Adresse genannt und ausgelassen sind: {count}. Laden Sie sie als ZIP hoch, nach Teilenummern benannt.',
  },
  'second-language': {
    en: 'Rows in a second language, which are left out: {count}. Import them as a file with columns such as “Product name (German)”.',
    de: 'Zeilen in einer zweiten Sprache, die ausgelassen sind: {count}. Importieren Sie sie als Datei mit Spalten wie „Produktname (Englisch)“.',
  },
  'category-roots': {
    en: 'Rows whose category begins at the root of the other shop, which is left out: {count}.',
    de: 'Zeilen, deren Kategorie an der Wurzel des anderen Shops beginnt, die weggelassen ist: {count}.',
  },
  'categories-left-out': {
    en: 'Rows with several categories, of which the first of those furthest down is taken: {rows}. Each names the others.',
    de: 'Zeilen mit mehreren Kategorien, von denen die erste der untersten übernommen wird: {rows}. Jede nennt die anderen.',
  },
  'fits-read-later': {
    en: 'Rows with a text that says which vehicles the part fits: {rows}. Once they are applied, the shop reads these texts; their vehicles wait under Phrases.',
    de: 'Zeilen mit einem Text, zu welchen Fahrzeugen das Teil passt: {rows}. Nach dem Übernehmen liest der Shop diese Texte; ihre Fahrzeuge warten unter „Fahrzeugwörter“.',
  },
  'fits-kept': {
    en: 'Texts that name more vehicles than their products keep, and add none to them: {rows}. Each row says which.',
    de: 'Texte, die mehr Fahrzeuge nennen, als ihre Produkte behalten, und keine hinzufügen: {rows}. Jede Zeile nennt sie.',
  },
  'one-category': {
    en: 'Rows with several categories, of which the one furthest down is taken: {count}.',
    de: 'Zeilen mit mehreren Kategorien, von denen die unterste gilt: {count}.',
  },
  'prices-rounded': {
    en: 'Prices with more decimals than the currency has, which are rounded: {count}.',
    de: 'Preise mit mehr Nachkommastellen, als die Währung hat, die gerundet sind: {count}.',
  },
  'discounts-left-out': {
    en: 'Rows whose discount is left out, since it contains tax that the price does not have, or is as much as the price: {count}.',
    de: 'Zeilen, deren Rabatt ausgelassen ist, weil er eine Steuer enthält, die der Preis nicht hat, oder so viel wie der Preis ist: {count}.',
  },
  'breaks-left-out': {
    en: 'Rows with more prices by quantity than the ten that are read, of which the others are left out: {count}.',
    de: 'Zeilen mit mehr Staffelpreisen als den zehn, die gelesen werden, deren übrige ausgelassen sind: {count}.',
  },
  'pictures-unnamed': {
    en: 'Files of your upload that no row names, and that are left out: {count} ({names}).',
    de: 'Dateien, die keine Zeile nennt und die ausgelassen sind: {count} ({names}).',
  },
  'pictures-missing': {
    en: 'Rows with pictures or documents that could not be had, which are applied without them: {rows}.',
    de: 'Zeilen mit Bildern oder Dokumenten, die nicht zu bekommen waren; sie werden ohne diese übernommen: {rows}.',
  },
} as const satisfies Record<string, Record<Language, string>>

export type ImportWarningCode = keyof typeof importWarnings

/** Lists the warnings of changes that are confirmed before they are applied. */
const greatChangeCodes: readonly string[] = [
  'prices-fall',
  'prices-fall-alike',
  'prices-rise',
  'prices-rise-alike',
  'prices-apart',
  'stock-repeated',
  'stock-gone',
] satisfies ImportWarningCode[]
export const isGreatChange = ({ code }: { code: string }): boolean => greatChangeCodes.includes(code)

/** Says why a column of another program is for no field. */
export const leftOutReasons = {
  'foreign-id': {
    en: 'Ids of another program are none of this shop.',
    de: 'Kennungen eines anderen Programms sind keine dieses Shops.',
  },
  cost: {
    en: 'A purchase price can become an attribute that only staff see.',
    de: 'Ein Einkaufspreis kann ein Merkmal werden, das nur Mitarbeiter sehen.',
  },
  'crossed-out-price': {
    en: 'This shop shows no recommended and no crossed-out prices.',
    de: 'Dieser Shop zeigt keine empfohlenen und keine durchgestrichenen Preise.',
  },
  discount: {
    en: 'Discounts belong on a price list, with a price or a percentage for each product.',
    de: 'Rabatte gehören in eine Preisliste, mit einem Preis oder Prozentsatz je Produkt.',
  },
  'with-tax': {
    en: 'A price with tax; those of this shop are without.',
    de: 'Ein Preis mit Steuer; die dieses Shops sind ohne.',
  },
  'without-tax': {
    en: 'A price without tax; those of this shop include it.',
    de: 'Ein Preis ohne Steuer; die dieses Shops enthalten sie.',
  },
  'no-price-list': {
    en: 'No price list and no customer group has this name. Add one under Price lists: the column is then for it.',
    de: 'Keine Preisliste und keine Kundengruppe heißt so. Legen Sie unter „Preislisten“ eine an: Dann gilt die Spalte für sie.',
  },
  'other-price': {
    en: 'A price for another country, currency or quantity.',
    de: 'Ein Preis für ein anderes Land, eine andere Währung oder Menge.',
  },
  tax: { en: 'Tax is set in this shop, under Tax.', de: 'Steuern stehen in diesem Shop unter „Steuer“.' },
  'no-quantity': { en: 'It says no number of units.', de: 'Sie nennt keine Stückzahl.' },
  'second-language': {
    en: 'It tells texts of other languages apart.',
    de: 'Sie unterscheidet Texte anderer Sprachen.',
  },
  'other-language': {
    en: 'A text in a language that this shop does not have.',
    de: 'Ein Text in einer Sprache, die dieser Shop nicht hat.',
  },
  supplier: { en: 'This shop keeps no suppliers.', de: 'Dieser Shop führt keine Lieferanten.' },
  related: {
    en: 'Matching products are set on the page of a product.',
    de: 'Passende Produkte stehen auf der Seite eines Produkts.',
  },
  'read-elsewhere': {
    en: 'It is read together with another column.',
    de: 'Sie wird mit einer anderen Spalte gelesen.',
  },
  'not-kept': { en: 'This shop does not keep it.', de: 'Dieser Shop führt das nicht.' },
  setting: { en: 'A setting of the other program.', de: 'Eine Einstellung des anderen Programms.' },
} as const satisfies Record<string, Record<Language, string>>

export type LeftOutReason = keyof typeof leftOutReasons

/** Returns the sentence of a warning, with the first lines that it is about. */
export function importWarningText(
  { code, facts }: { code: ImportWarningCode; facts: Record<string, string | number> },
  language: Language,
): string {
  const sentence = fillFacts(importWarnings[code][language], facts, language)
  const lines = String(facts['lines'] ?? '')
  if (lines === '') return sentence
  return `${sentence} ${{ en: 'Lines', de: 'Zeilen' }[language]}: ${lines}${lines.endsWith('…') ? '' : '.'}`
}

/** Says what to do about an import that an error of the shop has ended; the details are for its operator. */
export const importFailureText = (id: string, language: Language): string =>
  ({
    en: `The shop could not finish this import because of an error of its own. What was applied before stays and can be undone. Upload the file again; if that fails, too, give your operator the id ${id}: the log of the shop says why.`,
    de: `Der Shop konnte diesen Import wegen eines eigenen Fehlers nicht beenden. Was schon übernommen war, bleibt und lässt sich rückgängig machen. Laden Sie die Datei noch einmal hoch; scheitert auch das, nennen Sie Ihrem Betreiber die Kennung ${id}: Das Protokoll des Shops sagt, warum.`,
  })[language]

export type ImportErrorCode = keyof typeof importErrors

/** Lists why a value is refused whose meaning a person may say. */
export const valueErrors: readonly string[] = [
  'not-a-choice',
  'not-yes-or-no',
  'unknown',
  'unknown-category',
  'unknown-brand',
  'ambiguous',
] satisfies ImportErrorCode[]

/** Returns the sentence of an error with its placeholders filled: numbers as the country of the store writes them, texts as they are. */
export const importErrorText = (code: ImportErrorCode, facts: Record<string, string | number>, language: Language) =>
  fillFacts(importErrors[code][language], facts, language)

/** Matches the facts that are amounts, which have all decimals of the currency: 1.25 is none, and 1,250 is no other number. */
const amounts = /^(?:was\d|now\d|lowest|highest)$/

const fillFacts = (sentence: string, facts: Record<string, string | number>, language: Language) =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name] ?? ''
    if (typeof fact === 'string') return fact
    const { digits } = currentCurrency()
    const decimals = amounts.test(name) && { minimumFractionDigits: digits, maximumFractionDigits: digits }
    return withApostrophes(fact.toLocaleString(localeOf(language), decimals || {}))
  })
