import type { WordId } from '#web/words/words.ts'

/** Jeder Satz der Seiten auf Deutsch. */
export const de: Record<WordId, string> = {
  'shop.skip': 'Zum Inhalt springen',
  'shop.language': 'Sprache',
  'nav.home': 'Start',
  'nav.products': 'Produkte',
  'nav.blog': 'Blog',
  'nav.dashboard': 'Übersicht',
  'nav.portfolio': 'Mein Portfolio',
  'nav.sign-in': 'Anmelden',
  'nav.sign-out': 'Abmelden',
  'nav.menu': 'Menü',
  'nav.main-small': 'Hauptmenü, kleine Bildschirme',
  'nav.main': 'Hauptmenü',
  'footer.plumbing': 'Sanitär',
  'footer.api': 'API',
  'blog.page-title': 'Blog: sechs Fragen für Entwickler – Boltyard',
  'blog.page-description':
    'Kurze Antworten zu React-Leistung, Zustand, prototypischer Vererbung, Zustandsänderungen, Suche in Listen und Unit-Tests.',
  'blog.link': 'Link zu dieser Antwort',
  'blog.code': 'Codebeispiel',
  'contact.sent': 'Danke. Ihre Nachricht ist unterwegs.',
  'contact.off': 'Dieses Formular ist noch nicht angeschlossen. Bitte schreiben Sie an {address}.',
  'form.required': 'Bitte füllen Sie das aus',
  'contact.form': 'Kontakt',
  'contact.name': 'Name',
  'form.email': 'E-Mail',
  'contact.message': 'Nachricht',
  'news.no-email': 'Bitte geben Sie Ihre E-Mail-Adresse ein',
  'news.asked': 'Danke. Bitte bestätigen Sie es mit der Mail, die wir Ihnen geschickt haben.',
  'news.page-title': 'Neuigkeiten – Boltyard',
  'news.title': 'Neuigkeiten',
  'news.question': 'Möchten Sie unsere Neuigkeiten an diese E-Mail-Adresse bekommen?',
  'shop.home': 'Zurück zur Startseite',
  'news.confirmed': 'Danke. Ab jetzt bekommen Sie unsere Neuigkeiten.',
  'news.ended': 'Erledigt: Ihre Adresse ist vergessen.',
  'news.subscribe': 'Ja, abonnieren',
  'news.unsubscribe': 'Abbestellen',
  'not-found.page-title': 'Seite nicht gefunden – Boltyard',
  'not-found.oops': 'Hoppla!',
  'not-found.title': 'Seite nicht gefunden',
  'not-found.text': 'Das gesuchte Teil ist unter die Hebebühne gerollt. Fangen wir vorne am Tresen noch einmal an.',
  'plumbing.page-title': 'Sanitärprodukte – Boltyard',
  'plumbing.page-description':
    'Rohre, Fittings, Ventile und das Werkzeug dafür in Gewerbemengen, mit Neuigkeiten aus dem Handwerk und einem Weg zu uns.',
  'portfolio.page-title': 'Portfolio – Boltyard',
  'portfolio.skills': 'Fähigkeiten',
  'portfolio.work': 'Arbeiten',
  'link.new-tab': '(öffnet in einem neuen Tab)',
  'home.products-count': '{count, plural, one {Produkt} other {Produkte}}',
  'home.shelves-count': '{count, plural, one {Regal} other {Regale, von Bremsen bis Flüssigkeiten}}',
  'home.picture':
    'Ein Federbein, eine belüftete Bremsscheibe, ein Ölfilter, eine Zündkerze und ein Akku-Schlagschrauber auf einer Werkbank',
  'home.page-title': 'Boltyard – Autoteile, Werkzeug und Maschinen in Gewerbemengen',
  'home.page-description':
    'Bremsscheiben, Filter, Werkzeug und Maschinen für Werkstätten. Mindestmenge, Bestand und Stückpreis auf jeder Karte; Zahlung mit Karte, Versand ab Lager.',
  'home.facts': 'Autoteile, Werkzeug und Werkstattmaschinen in Gewerbemengen.',
  'home.empty': 'Die Regale werden gerade gefüllt',
  'home.empty-text': 'Noch gibt es nichts zu bestellen. Schauen Sie bald wieder herein.',
  'home.no-reviews': 'Noch keine Bewertungen',
  'home.no-reviews-text': 'Haben Sie hier bestellt? Sagen Sie als Erste, wie es war.',
  'reviews.add': 'Bewertung schreiben',
  'content.page-title': 'Seiteninhalte – Boltyard',
  'content.title': 'Seiteninhalte',
  'content.text':
    'Die Worte und Schalter, die Ihnen gehören. Jeder Teil wird für sich gespeichert; Besucher sehen ihn binnen einer Sekunde.',
  'content.loading': 'Die Inhalte werden geladen',
  'content.failed': 'Die Inhalte konnten nicht geladen werden',
  'content.saved': '{part} gespeichert',
  'form.not-saved': 'Noch nicht gespeichert',
  'form.save': 'Speichern',
  'content.preview': 'Vorschau',
  'content.default': 'Zurück zum Anfang',
  'content.undo': 'Änderungen zurücknehmen',
  'content.preview-of': 'Vorschau: {title}',
  'content.preview-close': 'Vorschau schließen',
  'content.remove': '{what} {place} entfernen',
  'content.add': '{what} hinzufügen',
  'ui.cancel': 'Abbrechen',
  'ui.close': 'Schließen',
  'ui.try-again': 'Noch einmal versuchen',
  'ui.load-more': 'Mehr laden',
  'ui.stars': '{count, plural, one {# Stern} other {# Sterne}}',
  'ui.minus': 'Minus',
  'ui.plus': 'Plus',
  'ui.messages': 'Meldungen',
  'ui.dismiss': 'Ausblenden',
  'ui.nothing-lost': 'Nichts, was Sie geschrieben haben, ist verloren.',
  'problem.network-failed':
    'Der Shop ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  'failure.gone': 'Das gibt es hier nicht mehr',
  'failure.failed': 'Diese Seite konnte nicht geladen werden',
  'products.all': 'Alle Produkte ansehen',
  'problem.invalid-request': 'Bitte prüfen Sie, was gesendet wurde: {detail}',
  'problem.invalid-json':
    'Der Inhalt ist kein gültiges JSON. Senden Sie ein JSON-Objekt mit content-type application/json.',
  'problem.unsupported-media-type': 'Senden Sie den Inhalt als application/json.',
  'problem.too-large': 'Das ist zu groß. Senden Sie weniger als {limit}.',
  'problem.headers-too-large': 'Die Adresse oder die Kopfzeilen der Anfrage sind zu lang.',
  'problem.route-not-found': 'Unter dieser Adresse gibt es nichts.',
  'problem.sign-in-required': 'Bitte melden Sie sich dafür an.',
  'problem.session-expired': 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich wieder an.',
  'problem.session-ended':
    'Sie wurden abgemeldet: Ihre Sitzung wurde auf einem anderen Gerät beendet, oder Ihre Rechte haben sich geändert. Bitte melden Sie sich wieder an.',
  'problem.proof-required':
    'Senden Sie das ID-Token des Anmeldedienstes als Bearer-Autorisierung, um ein Zugriffstoken zu erhalten.',
  'problem.not-allowed': 'Das dürfen Sie nicht tun.',
  'problem.admin-only': 'Das kann nur ein Admin.',
  'problem.email-not-verified':
    'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse: Öffnen Sie den Link in der Mail, die wir Ihnen geschickt haben.',
  'problem.email-required':
    'Bitte ergänzen Sie in Ihrem Konto zuerst eine E-Mail-Adresse: Der Shop schreibt Ihnen zu Ihren Bestellungen.',
  'problem.sign-in-again':
    'Dafür muss Ihre Anmeldung jünger als 15 Minuten sein. Bitte melden Sie sich noch einmal an.',
  'problem.user-not-verified':
    'Diese Person hat ihre E-Mail-Adresse noch nicht bestätigt. Bitten Sie sie, den Link in unserer Mail zu öffnen.',
  'problem.account-removed': 'Dieses Konto wurde entfernt. Bitte wenden Sie sich an den Shop.',
  'problem.too-many-requests':
    'Zu viele Anfragen. Bitte warten Sie {seconds} Sekunden und versuchen Sie es noch einmal.',
  'problem.product-not-found': 'Dieses Produkt gibt es nicht, oder es wird nicht mehr verkauft.',
  'problem.product-name-taken': 'Ein Produkt namens „{name}“ gibt es schon. Wählen Sie einen anderen Namen.',
  'problem.stock-out-of-range': 'Damit lägen {stock, number} Stück im Regal. Es fasst 0 bis 1.000.000.',
  'problem.product-not-archived': 'Dieses Produkt wird schon verkauft.',
  'problem.price-changed':
    'Die Summe beträgt jetzt {total, number} $. Bitte prüfen Sie sie und bestellen Sie noch einmal.',
  'problem.below-minimum': 'Bitte prüfen Sie Ihre Bestellmenge, die Mindestmenge ist {minimum, number}',
  'problem.out-of-stock': 'Bitte prüfen Sie Ihre Bestellmenge, wir haben nur noch {available, number}',
  'problem.too-many-open-orders':
    'Sie haben {limit} unbezahlte Bestellungen. Bezahlen oder stornieren Sie eine davon, bevor Sie wieder bestellen.',
  'problem.idempotency-key-reused':
    'Dieser Idempotency-Key gehört schon zu einer anderen Anfrage. Nehmen Sie für jede einen neuen.',
  'problem.order-not-found': 'Diese Bestellung gibt es nicht.',
  'problem.order-move-not-allowed':
    'Diese Bestellung {state, select, unpaid {ist unbezahlt} paid {ist bezahlt} paid_short {ist bezahlt, aber ohne Bestand} shipped {ist versandt} cancelled {ist storniert} expired {ist verfallen} refunded {ist erstattet} other {lässt das nicht zu, und Geld geht zurück}}: Sie kann nicht {move, select, allocated {mit Bestand versorgt} cancelled {storniert} shipped {versandt} paid {bezahlt} refunded {erstattet} other {geändert}} werden.',
  'problem.no-matching-order':
    'Sie haben keine unbezahlte Bestellung über diese Summe. Senden Sie die orderId der Bestellung, die Sie bezahlen möchten.',
  'problem.payment-not-confirmed':
    'Der Kartendienst hat diese Zahlung nicht bestätigt, die Bestellung ist also noch unbezahlt.',
  'problem.payment-in-progress':
    'Eine Zahlung dieser Bestellung läuft gerade. Bitte warten Sie einen Moment und sehen Sie dann nach.',
  'problem.total-not-payable':
    'Mit Karte lassen sich Bestellungen von 0,50 $ bis 999.999,99 $ bezahlen. Bitte bestellen Sie eine andere Menge.',
  'problem.payment-mismatch': 'Diese Zahlung gehört nicht zu dieser Bestellung.',
  'problem.payment-held':
    'Zu dieser Bestellung kam eine Zahlung, die nicht genau ihrer Summe entspricht. Wir prüfen sie und zahlen sie zurück oder melden uns bei Ihnen.',
  'problem.payment-not-found': 'Diese Zahlung gibt es nicht.',
  'problem.order-disputed':
    'Die Bank des Käufers bestreitet die Zahlung dieser Bestellung; sie kann weder versandt noch erstattet werden.',
  'problem.not-enough-stock':
    'Nur {available, number} Stück sind auf Lager, und diese Bestellung braucht {needed, number}. Versuchen Sie es noch einmal, wenn wieder Ware da ist.',
  'problem.refund-too-large': 'Von dieser Bestellung können nur noch {left, number} $ erstattet werden.',
  'problem.restock-too-large':
    'Für diese Bestellung wurden nur noch {left, number} Stück entnommen; mehr können nicht zurück ins Regal.',
  'problem.signature-invalid': 'Die Signatur dieses Ereignisses fehlt, ist falsch oder zu alt.',
  'problem.payment-provider-unavailable':
    'Der Kartendienst antwortet gerade nicht. Es wurde nichts abgebucht; bitte versuchen Sie es gleich noch einmal.',
  'problem.payment-provider-refused': 'Der Kartendienst hat die Anfrage abgelehnt. Bitte versuchen Sie es noch einmal.',
  'problem.user-not-found': 'Zu dieser E-Mail-Adresse gibt es kein Konto.',
  'problem.email-taken':
    'Diese E-Mail-Adresse gehört in diesem Shop schon zu einem anderen Konto. Bitte wenden Sie sich an den Shop.',
  'problem.last-admin': 'Der Shop braucht mindestens einen Admin. Machen Sie zuerst jemand anderen zum Admin.',
  'problem.not-yourself': 'Mit Ihrem eigenen Konto geht das nicht.',
  'problem.already-reviewed':
    'Sie haben heute schon eine Bewertung veröffentlicht. Vielen Dank! Kommen Sie morgen wieder.',
  'problem.review-not-found': 'Diese Bewertung gibt es nicht, oder sie ist nicht Ihre.',
  'problem.image-required': 'Ein Bild ist nötig',
  'problem.image-unreadable':
    'Diese Datei ist kein Bild, das wir lesen können. Senden Sie ein JPEG, PNG, WebP, AVIF oder GIF mit höchstens 50 Megapixeln.',
  'problem.image-too-long': 'Diese Animation ist länger als 10 Sekunden. Senden Sie eine kürzere oder ein Standbild.',
  'problem.picture-storage-unavailable':
    'Das Bild konnte gerade nicht gespeichert werden. Bitte versuchen Sie es gleich noch einmal.',
  'problem.image-not-ours': 'Laden Sie das Bild zuerst hier hoch und senden Sie die Adresse, die Sie bekommen.',
  'problem.contact-form-off':
    'Dieses Formular ist noch nicht angeschlossen. Bitte schreiben Sie an die Adresse daneben.',
  'problem.message-not-found': 'Diese Nachricht gibt es nicht.',
  'problem.message-sent': 'Diese Nachricht ist schon hinausgegangen.',
  'problem.message-not-deliverable':
    'Nachrichten dieser Art stellt niemand zu: Setzen Sie SMTP_URL für Mails, SMS_URL für SMS.',
  'problem.subscription-not-found':
    'Dieser Link gilt nicht mehr. Fordern Sie mit dem Formular am Fuß jeder Seite einen neuen an.',
  'problem.unavailable':
    'Der Shop kann gerade nicht antworten. Bitte versuchen Sie es in ein paar Sekunden noch einmal.',
  'problem.unexpected': 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal; wir haben es notiert.',
  'failure.unexpected':
    'Auf dieser Seite ist etwas schiefgegangen. Laden Sie sie neu und versuchen Sie es noch einmal.',
  'failure.gone-text': 'Was Sie suchen, gibt es nicht, oder es wird nicht mehr verkauft.',
  'ui.choose-picture': 'Bild auswählen',
  'ui.choose-other-picture': 'Anderes Bild auswählen',
  'ui.picture-chosen': '{size} kB – ein anderes auswählen',
  'ui.picture-kinds': 'JPEG, PNG, WebP, AVIF oder GIF, höchstens 10 MB',
  'ui.show': 'Zeigen',
  'ui.show-more': 'Mehr zeigen (noch {left})',
  'ui.rating': '{value} von 5 Sternen',
  'ui.rating-chosen': 'Ihre Bewertung: {value} / 5',
  'ui.loading': 'Wird geladen',
  'api.page-title': 'API – Boltyard',
  'api.page-description':
    'Jeder Aufruf der Boltyard-API: wer ihn machen darf, was er nimmt, was er antwortet und wie er ablehnt.',
  'api.eyebrow': 'Für Entwickler',
  'api.title': 'Die API',
  'api.text':
    'Auch der Shop selbst nutzt diese Aufrufe und keine anderen. Senden Sie JSON; wo ein Aufruf nicht für alle ist, senden Sie das Zugriffstoken als Bearer-Autorisierung. Geld ist in US-Dollar, Zeitpunkte sind ISO 8601 in UTC.',
  'api.calls': 'Aufrufe',
  'api.refusals': 'Ablehnungen',
  'api.refusals-text':
    'Jede Ablehnung ist <type/> mit einem festen <code/> zum Entscheiden und einer <message/> zum Zeigen. Die allgemeinen kann jeder Aufruf antworten.',
  'api.refuses-with': 'Lehnt ab mit',
  'api.optional': 'freiwillig',
  'api.path': 'Pfad',
  'api.query': 'Query',
  'api.body': 'Inhalt (JSON)',
  'api.form': 'Inhalt (multipart/form-data)',
  'api.answer': 'Antwort',
  'api.anyone': 'Alle',
  'api.signed-in': 'Angemeldet',
  'api.owner-or-admin': 'Inhaber oder Admin',
  'api.admin': 'Admin',
}
