import { maxUsualRate } from '#contract/tax.ts'
import { de } from '#web/i18n/de.ts'

export interface GermanReference {
  summaries: Readonly<Record<string, string>>
  /** Returns the sentence of a problem code. */
  refusals(code: string): string | undefined
}

/** Has the summaries of the API by the name of the endpoint; the contract has the English ones. */
const summaries: Readonly<Record<string, string>> = {
  addTool:
    'Legt ein Produkt an. `minOrder` gilt wie `minQuantity`; ein `maxOrder` von 0 heißt: keins. Ohne Marke wird eine Teilenummer, die Marken haben, abgelehnt (`brand-needed`), außer wenn `withoutBrand` bestätigt, dass das Produkt keine hat.',
  adjustStock:
    'Bucht Einheiten, die außerhalb von Bestellungen zugehen (positiv) oder abgehen (negativ), mit dem Grund; oder die im Regal gezählten (`counted`), einschließlich der für Bestellungen reservierten: Was davon übrig ist, wird verfügbar. `onShelf` ist, was bei der Zählung dort liegen sollte; ist es inzwischen anders, sagt es `shelf-changed`. Eines von `change` und `counted` ist nötig; beide zusammen werden abgelehnt.',
  deleteTool: 'Archiviert ein Produkt; seine Bestellungen behalten es.',
  getManagedTool: 'Gibt Admins ein Produkt mit seinen Haupttexten und allen Übersetzungen, auch ein archiviertes.',
  getTool: 'Gibt ein Produkt mit seinem Bestand von jetzt, in der Sprache des Aufrufs, soweit es übersetzt ist.',
  getToolStock:
    'Gibt die Einheiten eines Produkts im Regal, reserviert und verfügbar, und die Bestellungen, die sie bis zum Versand halten; auch eines archivierten.',
  listAllTools:
    'Listet Produkte für Admins: aktive, knappe, ausverkaufte, archivierte oder solche, die eine Teilenummer mit einem anderen teilen; `category` filtert nach einer Kategorie und denen darunter.',
  listStockMovements: 'Listet die Lagerbewegungen eines Produkts, die neuesten zuerst; ihre Summe ist der Bestand.',
  listTools:
    'Listet die aktiven Produkte in der Reihenfolge des Shops; `q` sucht in den Wörtern von Name, Teilenummer und Kategorie, `category` filtert nach einer Kategorie und denen darunter, `f` nach Marke, Merkmalen, Bestand und Preis.',
  restoreTool: 'Nimmt einen Entwurf in den Verkauf oder ein archiviertes Produkt zurück.',
  updateTool:
    'Ändert für Admins die gesendeten Felder; `partNumbers` ersetzt die ganze Liste, ein neues `available` wird als Korrektur gebucht. Was nicht mehr wie in `was` ist, wird abgelehnt. `withoutBrand` bestätigt, dass ein Produkt keine Marke hat, obwohl Marken seine Teilenummer haben. Der Aufruf eines Kunden gelingt nur, wenn er nichts ändert.',
  addCategory: 'Legt eine Kategorie hinter ihren Geschwistern an. Ohne `category` entsteht ihr Kürzel aus dem Namen.',
  deleteCategory: 'Löscht eine Kategorie ohne Produkte und ohne Kategorien darunter.',
  getCategories:
    'Gibt die Zahl der Produkte im Verkauf und die Kategorien, die welche haben, jede nach ihrer Oberkategorie: Kürzel, Name, Zahl der Produkte samt denen darunter und ein Bild.',
  getCategory:
    'Gibt eine Kategorie mit dem Weg von oben zu ihr und den Kategorien direkt darunter, die Produkte haben. Ein früheres Kürzel gibt die Kategorie, deren `category` das heutige ist.',
  listAllCategories: 'Listet alle Kategorien für Admins, jede nach ihrer Oberkategorie, in der Reihenfolge des Shops.',
  updateCategory:
    'Ändert, was gesendet wird: Namen, Beschreibungen, Kürzel (das frühere leitet für immer weiter), Bild, Oberkategorie und die Stelle unter den Geschwistern, von 0 an.',
  addAttribute: 'Legt ein Merkmal an. Art, Größe und ob ein Produkt mehrere Werte haben darf, bleiben, wie sie sind.',
  addAttributeOption: 'Legt am Ende eine Option an.',
  addBrand: 'Legt eine Marke an.',
  changeAttribute:
    'Ändert Namen, Hilfe, Einheit oder die Reihenfolge der Optionen eines Merkmals; sein Code bleibt, und mit ihm alle Links.',
  deleteAttribute: 'Löscht ein Merkmal, das kein Produkt hat.',
  deleteAttributeOption: 'Löscht eine Option, die kein Produkt hat.',
  deleteBrand: 'Löscht eine Marke ohne Produkte.',
  listAttributes: 'Listet die Merkmale mit ihren Optionen und der Zahl der Produkte, die sie haben.',
  listBrands: 'Listet die Marken nach Namen, mit der Zahl ihrer aktiven Produkte.',
  listCategoryAttributes: 'Listet die Merkmale einer Kategorie samt den geerbten in ihrer Reihenfolge.',
  mergeAttributeOption:
    'Führt eine Option mit einer anderen zusammen, die ihre Produkte bekommt; Links auf die alte führen zur anderen.',
  mergeBrand:
    'Führt eine Marke mit einer anderen zusammen, die ihre Produkte bekommt; Links auf die alte führen zur anderen.',
  renameAttributeOption: 'Benennt eine Option um; ihr Code bleibt, und mit ihm alle Links.',
  renameBrand: 'Benennt eine Marke um; ihr Kürzel bleibt, und mit ihm alle Links.',
  setCategoryAttributes:
    'Setzt die eigenen Merkmale einer Kategorie in ihrer Reihenfolge; alle anderen erbt sie weiter. Ein auch geerbtes gilt, wie hier gesagt.',
  getFacets:
    'Gibt die genaue Zahl der Produkte einer gefilterten Liste und wonach sie weiter gefiltert werden kann: jeder Wert mit der Zahl der Produkte der Liste, die ihn haben. Die Zahlen einer Gruppe sehen vom Filter der Gruppe selbst ab. In den ersten Minuten fehlen die Gruppen einer Liste von mehr als 20000 neuen Produkten; ab 10000 Treffern einer Suche, was `isMore` sagt, auch die Zahl.',
  addSynonym:
    'Lässt ein Wort oder wenige Wörter auch finden, was andere finden. Eine gelistete Suche ohne Treffer ist damit erledigt.',
  deleteSearchMiss: 'Nimmt eine Suche ohne Treffer von der Liste.',
  deleteSynonym: 'Löscht ein Synonym.',
  listSearchMisses: 'Listet Suchen, die nichts fanden, die 100 häufigsten zuerst.',
  listSynonyms: 'Listet die Synonyme der Suche nach ihren Begriffen.',
  searchProducts:
    'Findet Produkte nach Nummern in jeder Schreibweise, nach Wörtern und Synonymen, trotz Tippfehlern und mitten in Zusammensetzungen, die besten zuerst, und sagt, warum. `GET /tools?q=` gibt dieselben Produkte als einfache Liste.',
  suggestSearches: 'Gibt einige Teilenummern, Kategorien, Marken und Produkte zum Anfang einer Suche.',
  addDiscount:
    'Legt einen Rabatt an: einen Teil des Preises, einen Betrag oder freien Versand, auf die Bestellung, auf Produkte oder auf Kategorien samt denen darunter; von selbst oder mit einem Code.',
  getDiscount: 'Gibt einen Rabatt.',
  listDiscounts: 'Listet die Rabatte, die neuesten zuerst; `q` sucht in Name und Code.',
  updateDiscount:
    'Ändert, was von einem Rabatt gesendet wird; `active` schaltet ihn aus und ein. Bestellungen mit ihm behalten, was sie bekamen.',
  addCart:
    'Legt einen Warenkorb des Aufrufers an, mit `lines` oder leer, und macht ihn zum aktiven; oder eine Merkliste, zu der nebenbei nichts hinzukommt.',
  changeCartLines:
    'Legt beliebig viele Positionen auf einmal an, setzt oder entfernt sie; alle oder keine. Mit `was` behält eine Position, die ein anderes Gerät inzwischen geändert hat, die größere Menge und steht in `conflicts`.',
  deleteCart: 'Löscht einen Warenkorb oder eine Liste des Aufrufers mit allen Positionen.',
  getCart:
    'Gibt einen Warenkorb des Aufrufers mit Preisen, Urteilen und Summen von jetzt; die Id `active` ist der, in den Produkte gelegt werden.',
  getSharedCart:
    'Gibt die Positionen eines geteilten Warenkorbs, zu den Preisen von jetzt für den Aufrufer und ohne den Inhaber.',
  listCarts: 'Listet die Warenkörbe des Aufrufers, den aktiven zuerst, oder die Merklisten.',
  mergeCart:
    'Führt den Warenkorb eines Browsers mit dem aktiven zusammen, einmal je `mergeId`; ein wiederholter Aufruf ändert nichts und gibt, was der erste gab. Von einem Produkt, das beide haben, bleibt die größere Menge und steht in `conflicts`; was nicht passt, bleibt weg.',
  priceLines:
    'Berechnet die Preise von bis zu 1.000 Positionen, angemeldet die des Aufrufers, und sagt zu jeder, ob sie bestellt werden kann und was sonst angeboten wird. Eine Position nennt ihr Produkt mit Id oder Teilenummer in jeder Schreibweise, mit der Marke in `brand` oder neben der Nummer (`BOSCH 0 986 478 853`), die entscheidet, wenn mehrere Marken eine Nummer haben.',
  updateCart:
    'Benennt einen Warenkorb oder eine Liste um, macht einen Warenkorb zum aktiven oder teilt ihn: `shared` gibt ihm eine Adresse, unter der andere ihn lesen, beim zweiten Mal eine neue; `false` nimmt sie zurück.',
  getMyPrices:
    'Gibt die eigenen Preise und Mengenregeln des Aufrufers für bis zu 200 Produkte; ein Produkt ohne solche hat keine in der Antwort.',
  addCustomerGroup: 'Legt eine Kundengruppe an.',
  addGroupMember: 'Nimmt einen Kunden in eine Gruppe auf, neben seinen anderen Gruppen.',
  addPriceList: 'Legt eine Preisliste an, sofern nicht anders gesagt für alle, ausgeschaltet und ohne Preise.',
  deleteCustomerGroup: 'Löscht eine Kundengruppe mit ihren Mengenregeln, wenn keine Preisliste für sie gilt.',
  deletePriceList: 'Löscht eine Preisliste mit ihren Preisen; Bestellungen behalten die ihren.',
  getCustomerGroup: 'Gibt eine Kundengruppe.',
  getPriceList: 'Gibt eine Preisliste ohne ihre Preise.',
  listCustomerGroups: 'Listet die Kundengruppen nach Namen; mit `email` die eines Kunden.',
  listGroupMembers: 'Listet die Mitglieder einer Kundengruppe nach E-Mail; `q` ist ein Teil von Name oder E-Mail.',
  listPriceLists: 'Listet die Preislisten, die öffentlichen Staffelpreise zuerst.',
  listPrices: 'Listet die Produkte einer Preisliste mit ihren Preisen, in der Reihenfolge der Produkte.',
  listQuantityRules: 'Listet die Mengenregeln einer Kundengruppe in der Reihenfolge der Produkte.',
  removeGroupMember: 'Nimmt einen Kunden aus einer Gruppe; wer kein Mitglied ist, bleibt keines.',
  renameCustomerGroup: 'Benennt eine Kundengruppe um.',
  updatePriceList:
    'Ändert, was von einer Preisliste gesendet wird; die öffentlichen Staffelpreise lassen sich nur umbenennen und schalten.',
  writePrices:
    'Setzt oder entfernt Preise einer Liste, alle oder keinen; was nicht gesendet wird, bleibt. Ein Preis von null entfernt den ab dieser Menge. Abgelehnte Zeilen stehen alle in `rows`.',
  writeQuantityRules:
    'Setzt oder entfernt Mengenregeln einer Kundengruppe, alle oder keine; jede ersetzt die Regel ihres Produkts als Ganzes. Ein `minOrder` von 0 entfernt eine.',
  allocateOrder:
    'Reserviert den Bestand einer Bestellung im Rückstand (`paid_short`), sobald er reicht; die Bestellung wird `paid`.',
  cancelOrder:
    'Storniert eine unbezahlte Bestellung und gibt ihren Bestand einmal frei. Eine Bestellung auf Rechnung storniert nur ein Admin, solange sie nicht versandt ist.',
  countOrders: 'Zählt die Bestellungen eines Käufers: alle ohne stornierte und verfallene, und nach Zustand.',
  getOrder: 'Gibt eine Bestellung; nur ihr Käufer und Admins sehen sie.',
  listAllOrders:
    'Listet die Bestellungen aller Käufer, die neuesten zuerst oder wie `sort` sagt; `q` sucht in Produkt, Teilenummer, Nummer der Bestellung, Bestellnummer, Käufer, E-Mail und Id; `from` und `to` sind Tage, an denen sie kamen.',
  listBoughtProducts:
    'Listet die Produkte der letzten 2.000 bezahlten Bestellungen des Aufrufers, die zuletzt gekauften zuerst, höchstens 1.000.',
  listOrders:
    'Listet die Bestellungen eines Käufers, die neuesten zuerst oder wie `sort` sagt, ohne stornierte und verfallene, außer `state` fragt danach; `q` sucht in der Nummer der Bestellung, der Bestellnummer, den Produkten und Teilenummern aller Positionen.',
  placeOrder:
    'Nimmt eine unbezahlte Bestellung über ein Produkt oder über 1 bis 1.000 `lines` an und reserviert den Bestand; ganz oder gar nicht. Mit einem `Idempotency-Key` im Kopf ist ein wiederholter Aufruf sicher.',
  quoteOrder:
    'Berechnet, was eine Bestellung von bis zu 1.000 Positionen an einem Ort kostet: Rabatt, Versandarten, Versand, Steuer und Summe, und sagt, was noch zu wählen ist. Angemeldet mit den Preisen und Bedingungen des Käufers. Nichts wird gespeichert.',
  shipOrder:
    'Macht eine bezahlte Bestellung oder eine auf Rechnung zu einer versandten; der Käufer erfährt Frachtführer und Sendungsnummer, wenn sie genannt sind.',
  previewOrder:
    'Berechnet, was ein Käufer oder Besucher für einen Warenkorb an einem Ort zahlen würde, als wären Steuer und Versand eingeschaltet, mit dem Grund jedes Preises, Rabatts, jeder Versandart und Steuer. Nichts wird gespeichert.',
  getSelling:
    'Gibt, womit der Shop verkauft – Preise, Rabatte, Versand, Steuer, Rechnungen, Bedingungen –, und was fehlt.',
  setSelling:
    'Schaltet Preislisten, Versand und Steuer auf einmal ein, alle oder nichts; ausgeschaltet nimmt es nur zurück, was es eingeschaltet hatte.',
  getCharges: 'Sagt, ob Steuer zu den Preisen hinzukommt oder in ihnen ist und ob Lieferung berechnet wird.',
  createPaymentIntent:
    'Eröffnet die Zahlung einer Bestellung oder gibt die offene. Ohne `orderId` ist es die neueste unbezahlte Bestellung des Aufrufers über `totalPrice` Dollar.',
  createSetupIntent:
    'Eröffnet beim Kartendienst das Speichern einer Karte des Aufrufers ohne Zahlung; es nimmt eine Karte, eine abgelehnte beendet es. Höchstens 20 Karten werden gespeichert, und wenige je Stunde versucht.',
  getInvoice:
    'Gibt die Rechnung einer Bestellung zurück, die bezahlt oder auf Rechnung aufgegeben ist, so wie sie ausgestellt wurde.',
  getCreditNote:
    'Gibt die Rechnungskorrektur einer Erstattung zurück, wie sie ausgestellt wurde, nach der Kennung der Erstattung.',
  getOrderDetails:
    'Gibt alles zu einer Bestellung: Positionen, Geld, Verlauf, Zahlungsversuche, Erstattungen, Einsprüche und die erlaubten Schritte.',
  listSavedCards: 'Listet die gespeicherten Karten des Aufrufers, die neuesten zuerst, jede einmal; höchstens 20.',
  listUnmatchedPayments:
    'Listet Zahlungen, die nicht zu ihrer Bestellung passen und noch nicht erstattet sind, die neuesten zuerst; höchstens 1.000.',
  receiveCardEvent:
    'Nimmt die signierten Webhooks des Kartendienstes an; Wiederholen ist sicher. Die Signatur weist den Aufrufer aus.',
  recordOfflinePayment:
    'Macht eine Bestellung zu einer, die mit Überweisung oder Scheck ganz bezahlt ist; Wiederholen ist sicher. Es gibt den Kredit einer Bestellung auf Rechnung frei und lässt eine verfallene wieder gelten, mit dem, was auf Lager ist.',
  recordPayment: 'Macht eine Bestellung zu einer bezahlten, nachdem der Kartendienst die Zahlung bestätigt hat.',
  refundOrder:
    'Erstattet eine bezahlte Bestellung ganz oder zum Teil; Geld, das nicht mit Karte kam, wird von Hand zurückgeschickt, und dies vermerkt es. Mit einem `Idempotency-Key` im Kopf ist ein wiederholter Aufruf sicher.',
  refundUnmatchedPayment: 'Erstattet eine unpassende Zahlung ganz; Wiederholen ist sicher.',
  removeSavedCard: 'Entfernt eine gespeicherte Karte des Aufrufers.',
  deleteMyAccount:
    'Vergisst den Aufrufer: Unbezahlte Bestellungen werden storniert, Bewertungen zurückgezogen, und in den Büchern bleibt nichts Persönliches. Für Konten eines fremden Anmeldedienstes, die dort gelöscht werden. Der eigene Dienst des Shops tut das alles von selbst, wenn ein Konto gelöscht wird; mit ihm wird dieser Aufruf abgelehnt.',
  exchangeIdToken: 'Tauscht das ID-Token des Anmeldedienstes (als Bearer) gegen ein Zugriffstoken des Shops.',
  logIn: 'Wie PUT /user/{email}, mit der E-Mail im Rumpf.',
  signOut: 'Beendet alle Zugriffstoken des Aufrufers.',
  demoteAdmin: 'Macht einen Admin wieder zum Kunden; der letzte Admin bleibt.',
  disableAccount: 'Sperrt einen Benutzer: Sitzungen und Token enden sofort. Nie den Aufrufer oder den letzten Admin.',
  enableAccount: 'Entsperrt einen gesperrten Benutzer.',
  getAdmin: 'Sagt, ob der Benutzer Admin ist und was jemand vom Personal darf.',
  getProfile: 'Gibt das Profil eines Benutzers.',
  getUserAccount: 'Gibt den Stand eines Kontos: Anmeldearten, zweite Faktoren, Sitzungen.',
  listUsers: 'Listet Benutzer mit ihrer Rolle, die neuesten zuerst; `q` sucht in den Wörtern von E-Mail und Name.',
  makeAdmin: 'Macht einen Benutzer mit bestätigter E-Mail-Adresse zum Admin.',
  removePhoneNumber: 'Nimmt die Telefonnummer von einem Konto, damit ein anderes sie verwenden kann; Sitzungen enden.',
  removeSecondFactor:
    'Nimmt einen zweiten Faktor von einem Konto, dessen Inhaber ihn verloren hat, und teilt es ihm per Mail mit.',
  removeUser: 'Entfernt einen Benutzer: Token enden sofort, Bestellungen bleiben.',
  sendPasswordReset: 'Schickt einem Benutzer einen Link für ein neues Passwort.',
  signOutAccount: 'Beendet alle Sitzungen, Token und API-Schlüssel eines Benutzers.',
  updateProfile: 'Speichert das Profil eines Benutzers.',
  addAddress:
    'Speichert eine Adresse; die erste wird die Standardadresse. Felder, die ihr Land nicht hat, bleiben weg.',
  deleteAddress:
    'Löscht eine gespeicherte Adresse des Aufrufers; war sie die Standardadresse, wird es die neueste der anderen.',
  getAddressFormat: 'Gibt die Felder der Adressen eines Landes, in seiner Reihenfolge und mit seinen Namen.',
  listAddresses: 'Listet die gespeicherten Adressen des Aufrufers, die Standardadresse zuerst, dann die neuesten.',
  setDefaultAddress: 'Macht eine gespeicherte Adresse zu der, mit der Bestellformulare beginnen.',
  updateAddress: 'Ersetzt eine gespeicherte Adresse des Aufrufers; Bestellungen behalten die, mit der sie kamen.',
  addCustomerNote: 'Schreibt eine Notiz zu einem Kunden, die nur Admins sehen.',
  deleteCustomerNote: 'Löscht eine Notiz zu einem Kunden.',
  getCustomer: 'Gibt einen Kunden: Profil, Adressbuch, Bedingungen und die Notizen der Admins.',
  getMyTerms: 'Gibt die Bedingungen, zu denen der Aufrufer auf Rechnung zahlen darf; ohne `terms` darf er es nicht.',
  inviteCustomer: 'Macht aus einer E-Mail-Adresse ohne Konto einen Kunden und schickt einen Link für ein Passwort.',
  listCustomers:
    'Listet Kunden mit ihren Bestellungen und Bedingungen, die neuesten zuerst; `q` sucht in den Wörtern von E-Mail und Name; `from` und `to` sind Tage, an denen das Konto eröffnet wurde.',
  repeatInvitation:
    'Schickt einem eingeladenen Kunden, der sich noch nicht angemeldet hat, einen neuen Link für ein Passwort.',
  setCustomerTerms: 'Lässt einen Kunden zu diesen Bedingungen auf Rechnung zahlen.',
  withdrawCustomerTerms: 'Beendet für einen Kunden die Zahlung auf Rechnung; offene Bestellungen auf Rechnung bleiben.',
  addStaffRole: 'Legt eine Rolle des Personals an, mit Rechten, die der Aufrufer hat.',
  assignStaffRole:
    'Gibt einem Benutzer eine Rolle des Personals oder nimmt sie ohne `roleId` zurück. Sie gilt beim nächsten Aufruf. Niemand gibt mehr, als er hat.',
  deleteStaffRole: 'Löscht eine eigene Rolle ohne Mitglieder.',
  listStaff: 'Listet die Rollen des Personals mit ihren Rechten und bis zu 500 Mitgliedern und Admins.',
  updateStaffRole: 'Ändert eine eigene Rolle; was ihre Mitglieder dürfen, ändert sich mit ihrem nächsten Aufruf.',
  deleteJob: 'Nimmt einen gescheiterten Auftrag von der Liste.',
  getSales:
    'Summiert bezahlte Bestellungen und solche auf Rechnung nach dem Tag (UTC), an dem sie kamen: Waren nach Rabatten, ohne Steuer und Lieferung. Nach Tag, Produkt, Kategorie oder Käufer, höchstens 366 Tage und 10.000 Zeilen, die höchsten Beträge zuerst, Tage in ihrer Folge.',
  listFailedJobs:
    'Listet die Aufträge, die nach allen Wiederholungen gescheitert sind, die neuesten zuerst, höchstens 1.000; sie bleiben eine Woche.',
  listTasks:
    'Zählt, was auf das Personal wartet – zu versendende Bestellungen, gescheiterte Erstattungen, knapper Bestand und mehr –, soweit die Rechte des Aufrufers reichen; gezählt wird bis 1.000.',
  retryJob: 'Führt einen gescheiterten Auftrag noch einmal aus.',
  addApiKey:
    'Legt einen Schlüssel für ein Programm an und gibt sein Geheimnis, dieses eine Mal. Der Schlüssel darf, was in seinen Bereichen ist, solange sein Ersteller es darf.',
  listApiKeys:
    'Listet die Schlüssel für Programme, die neuesten zuerst, höchstens 500, mit ihrer letzten Verwendung; nie ihre Geheimnisse.',
  revokeApiKey: 'Widerruft einen Schlüssel: Sein nächster Aufruf wird abgelehnt.',
  addReview: 'Veröffentlicht eine Bewertung im Namen des Aufrufers.',
  hideReview:
    'Verbirgt eine Bewertung auf den Seiten des Shops oder zeigt sie; sie ist dann nicht mehr unter den ungeprüften.',
  listAllReviews:
    'Listet alle Bewertungen mit ihren Verfassern, die neuesten zuerst; `q` sucht in den Wörtern von Namen und Text; `from` und `to` sind Tage der Veröffentlichung.',
  listOwnReviews: 'Listet die eigenen Bewertungen des Aufrufers, die neuesten zuerst.',
  listReviews: 'Listet die sichtbaren Bewertungen, die neuesten zuerst.',
  updateReview: 'Ändert die gesendeten Felder einer Bewertung des Aufrufers.',
  withdrawReview: 'Löscht eine Bewertung des Aufrufers.',
  addShippingMethod: 'Legt eine Versandart mit ihren Tarifen an.',
  addShippingZone: 'Legt eine Zone mit ihren Orten an.',
  changeShippingMethod: 'Ersetzt eine Versandart mit ihren Tarifen und dem, was sie mit Versandklassen tut.',
  changeShippingSettings:
    'Setzt das Gewicht von Produkten ohne eigenes, in Kilogramm, und den Ort, an dem Frachtführer abholen; was fehlt, wird entfernt.',
  changeShippingZone: 'Ersetzt Namen und Orte einer Zone; die Tarife für sie bleiben.',
  deleteShippingMethod: 'Löscht eine Versandart mit ihren Tarifen; Bestellungen behalten, womit sie kamen.',
  deleteShippingZone: 'Löscht eine Zone mit den Tarifen für sie.',
  getShippingSetup:
    'Gibt Zonen, Versandarten mit ihren Tarifen, Versandklassen und Einstellungen der Lieferung, und was fehlt.',
  getShippingStatus: 'Sagt, ob Lieferung berechnet wird und in welche Länder Waren gehen.',
  listShipClasses: 'Listet die Versandklassen der Produkte.',
  listShippingOffers:
    'Listet, was die Lieferung von Produkten an einen Ort kostet, das Günstigste zuerst; Land und Postleitzahl genügen. Leer, solange Lieferung nicht berechnet wird.',
  setShipClasses: 'Ersetzt die Versandklassen; `standard` bleibt, ebenso jede, die Produkte haben.',
  setShippingEnabled:
    'Schaltet ein oder aus, dass Lieferung berechnet wird; abgelehnt, solange keine Versandart zu verwenden ist.',
  addCertificate:
    'Legt eine Bescheinigung an, die ein Admin geprüft hat: Ihr Käufer zahlt an diesem Ort keine Steuer, von einem Tag an und bis zu einem Tag.',
  addTaxId:
    'Legt nach einer Prüfung der Ziffern eine USt-IdNr. an; das Register wird im Hintergrund gefragt, und bis es sie bestätigt, wird Steuer berechnet.',
  addTaxRates: `Legt Sätze an, alle oder keinen; einer mit gleichem Ort, gleicher Klasse, gleichem Namen und Beginn wird ersetzt. Der nächste Beginn eines Satzes beendet ihn. Sätze mit anderen Namen werden an einem Ort zusammengezählt: \`totals\` sagt die Summen, und wo ein Satz zu einem anderen kommt, wird ohne \`addsUp\` nichts angelegt, und ohne \`isHigh\` nichts, wo sie mehr als ${100 * maxUsualRate} % ergeben, den höchsten Normalsatz eines Landes. \`dryRun\` nennt nur die Summen.`,
  addTaxRegistration: 'Legt einen Ort an, an dem der Shop Steuer erhebt.',
  assessTaxId:
    'Bestätigt oder verwirft eine Steuernummer im Namen eines Admins oder fragt das Register noch einmal (`unknown`).',
  deleteCertificate: 'Löscht eine versehentlich eingetragene Bescheinigung.',
  deleteTaxClass: 'Löscht eine Steuerklasse ohne Produkte und Sätze; `standard` bleibt.',
  deleteTaxId: 'Löscht eine eigene Steuernummer.',
  deleteTaxRate: 'Löscht einen versehentlich eingetragenen Satz; der vor ihm gilt wieder.',
  deleteTaxRegistration: 'Löscht eine Registrierung.',
  getTaxSetup: 'Gibt die Einstellungen der Steuer, Registrierungen und Klassen, und was fehlt.',
  listBuyerTaxIds: 'Listet die Steuernummern der Käufer, die neuesten zuerst, oder die eines Zustands oder Käufers.',
  listCertificates: 'Listet die Befreiungsbescheinigungen der Käufer, die neuesten zuerst.',
  listTaxIds: 'Listet die eigenen Steuernummern.',
  listTaxRates: 'Listet die Sätze nach Ort, Klasse, Name und Beginn; `q` sucht in Land, Region, Postleitzahl und Name.',
  proposeEuRates:
    'Listet die Regelsätze der Europäischen Union, wie eine Bibliothek sie kennt, zur Bestätigung mit `addTaxRates`; `present` ist der Satz, den der Shop hat.',
  putTaxClass: 'Legt eine Steuerklasse an oder ändert eine.',
  updateCertificate: 'Ersetzt eine Bescheinigung, etwa um sie zu beenden.',
  updateTaxRegistration: 'Ersetzt eine Registrierung, etwa um sie zu beenden.',
  updateTaxSettings: 'Ändert die gesendeten Einstellungen; schon angenommene Bestellungen behalten ihre Steuer.',
  uploadDocument:
    'Speichert eine PDF-Datei (Multipart-Feld `document`, höchstens 20 MB) und gibt ihre Adresse, für die Dokumente eines Produkts.',
  uploadImage:
    'Speichert ein Bild (Multipart-Feld `image`, höchstens 20 MB) und gibt seine Adresse. Ein `key` wird angenommen und nicht beachtet.',
  listOutbox:
    'Listet die Nachrichten des Shops, die neuesten zuerst, höchstens 100 auf einmal; `q` sucht in Empfängern, Betreffen und Arten.',
  retryMessage: 'Versucht noch einmal, eine nicht verschickte Nachricht zuzustellen, außer sie ist `outdated`.',
  getKeptMails:
    'Zählt die Mails, die nicht gesendet wurden, weil kein Mailserver eingerichtet war, und die darunter, die nicht mehr stimmen, etwa abgelaufene Links.',
  sendKeptMails: 'Sendet solche Mails, jede einmal, außer denen, die nicht mehr stimmen, und gibt ihre Anzahl zurück.',
  getMailServer:
    'Sagt, ob ein Mailserver eingestellt ist und ob er Name und Passwort des Shops annimmt; er wird höchstens einmal in der Minute gefragt.',
  changeMailServer:
    'Verbindet sich mit einem Mailserver und speichert ihn, wenn er die Anmeldung annimmt; sonst sagt `fault`, woran es liegt, und nichts ändert sich. Ohne `password` gilt das gespeicherte, außer wenn mehr als der Absender geändert wird.',
  removeMailServer:
    'Entfernt den Mailserver, der im Dashboard eingestellt wurde, samt Passwort; ohne `SMTP_URL` bleiben Mails von da an liegen, auch die wartenden.',
  getTestMode:
    'Listet, was am Shop nur zum Testen ist, nach den Einstellungen des Servers; nichts, sobald er wirklich verkauft.',
  sendTestMail: 'Schickt sofort eine Testmail an die eigene Adresse und antwortet mit dem, was der Mailserver sagt.',
  confirmSubscription: 'Trägt die Adresse ein, an die der Link ging.',
  endSubscription: 'Trägt die Adresse aus, an die der Link ging, und löscht sie.',
  getDefaultSiteContent: 'Gibt die vorgegebenen Texte der Website.',
  getSiteContent:
    'Gibt die änderbaren Texte und Einstellungen der Website; ohne eine Sprache in der Hauptsprache des Shops.',
  listSubscribers:
    'Listet bestätigte Abonnenten des Newsletters, die neuesten zuerst, jeden mit einem Link zum Austragen.',
  sendContactMessage: 'Schickt dem Shop die Nachricht eines Besuchers.',
  subscribeToNewsletter:
    'Schickt einen Link zur Bestätigung des Newsletters; erst dieser trägt ein. Die Antwort verrät nicht, wer eingetragen ist.',
  translateSiteContent:
    'Ersetzt die gesendeten Abschnitte in einer Sprache, wie `PUT /site-content` es in der Hauptsprache tut; auch in einer, die der Shop noch nicht anbietet.',
  updateSiteContent:
    'Ersetzt die gesendeten Abschnitte, jeden als Ganzes, in der Hauptsprache des Shops, der andere Sprachen folgen, bis sie eigene Texte haben. Mit `was` werden Abschnitte abgelehnt, die inzwischen geändert wurden.',
  addWebhookEndpoint:
    'Legt eine Adresse an, die von jetzt an von Ereignissen erfährt, und gibt das Geheimnis ihrer Signaturen.',
  changeWebhookSecret: 'Legt ein anderes Geheimnis an; 24 Stunden lang sind Nachrichten mit beiden signiert.',
  deleteWebhookEndpoint: 'Löscht eine Adresse mit ihren Zustellungen.',
  getWebhookSecret: 'Gibt das Geheimnis, mit dem Nachrichten an eine Adresse signiert sind.',
  listWebhookDeliveries: 'Listet die Nachrichten der letzten 30 Tage, die neuesten zuerst, höchstens 100 auf einmal.',
  listWebhookEndpoints: 'Listet die Adressen, die von Ereignissen erfahren, die ältesten zuerst; höchstens 50.',
  replayDelivery: 'Schickt eine Nachricht noch einmal, mit derselben Id und demselben Inhalt.',
  replayFailedDeliveries:
    'Schickt alle Nachrichten an eine Adresse, die nicht zugestellt werden konnten, mit ihren Ids noch einmal.',
  testWebhook: 'Schickt eine Nachricht der Art `test`.',
  updateWebhookEndpoint:
    'Ändert Adresse, Ereignisse oder ob sie pausiert. Was wartet, wird danach geschickt; was während einer Pause geschieht, nicht.',
  listAuditEvents:
    'Listet, wer wann was geändert hat, das Neueste zuerst; `q` sucht in Personen und Gegenständen, `by` filtert nach der E-Mail einer Person.',
  getHealth: 'Sagt, ob dieser Prozess lebt und nicht gerade endet.',
  getOpenApi: 'Gibt diese API als OpenAPI-3.1-Dokument.',
  getReadiness: 'Sagt, ob dieser Prozess Anfragen bedienen kann: Datenbank, Migrationen und Aufträge.',
  getVersion: 'Gibt die Version dieses Prozesses und seine neueste Migration.',
  getDemo: 'Zählt Produkte, Bewertungen, Bestellungen und Benutzer der Demo und sagt, was nach dem Entfernen bliebe.',
  listOpeningSteps:
    'Listet, was ein Shop vor dem Öffnen braucht – Produkte, Versand, Steuer, Zahlung, Mail, Rechtliches, eine Testbestellung –, und was getan ist, nach Tatsachen.',
  removeDemo:
    'Entfernt, was mit der Demo kam, alles oder nichts, und sagt, was es entfernt hat; Bestellungen echter Käufer und geänderte Produkte bleiben, ebenso die `parts`, deren Ids `keep` mit Kommas nennt; fehlt es, jene mit `keep`.',
  countAllOrders:
    'Zählt die Bestellungen aller Käufer nach Filtern, als `all` insgesamt, in einer Abfrage; jede Zahl endet bei 1.000.',
  shipOrders:
    'Macht Bestellungen zu versandten, jede für sich, und sagt es ihren Käufern; mit `preview` sagt es nur, welche versandt werden können und warum andere nicht.',
  addOrderNote: 'Schreibt eine Notiz zu einer Bestellung, die nur das Personal sieht.',
  deleteOrderNote: 'Löscht eine Notiz zu einer Bestellung.',
  getOrderNotes: 'Gibt die Notizen und Schlagwörter einer Bestellung, die nur das Personal sieht.',
  tagOrders:
    'Gibt Bestellungen ein Schlagwort, das angelegt wird, wenn es keines dieses Namens gibt; jede Bestellung hat höchstens 20.',
  untagOrders: 'Nimmt Bestellungen ein Schlagwort.',
  countAllReviews:
    'Zählt die Bewertungen nach Filtern, als `all` insgesamt, in einer Abfrage; jede Zahl endet bei 1.000.',
  countCustomers:
    'Zählt Kunden nach ihren Bedingungen, als `all` insgesamt, in einer Abfrage; jede Zahl endet bei 1.000.',
  tagCustomer: 'Gibt einem Kunden ein Schlagwort, das nur das Personal sieht; höchstens 20.',
  untagCustomer: 'Nimmt einem Kunden ein Schlagwort.',
  addSavedView: 'Speichert den Filter einer Liste unter einem Namen, für den Aufrufer oder für das ganze Personal.',
  deleteSavedView: 'Löscht eine gespeicherte Ansicht des Aufrufers; ein Admin löscht auch geteilte von anderen.',
  listSavedViews: 'Listet die gespeicherten Ansichten des Aufrufers zu einer Liste und die geteilten, nach Namen.',
  updateSavedView: 'Ändert Namen, Filter und Teilen einer gespeicherten Ansicht des Aufrufers.',
  listTags: 'Listet die Schlagwörter, die Bestellungen oder Kunden haben, nach Namen, höchstens 500.',
  getStore: 'Gibt, was der Verkäufer über seinen Shop sagt, etwa den Namen.',
  getStoreRecipients:
    'Liefert, wohin Nachrichten des Kontaktformulars und Mails über neue Bestellungen gehen; `PUT /store` ändert es.',
  listFixedStoreFields: 'Listet die Felder, die sich nicht mehr ändern lassen, weil ein Kunde bestellt hat.',
  updateStore:
    'Ändert die gesendeten Felder; ein leerer Text entfernt den Wert. Seiten, Mails und Papiere zeigen es sofort. `bankDetails` und `transferDays` ändert nur, wer das Recht `refunds` hat, `orderRecipient` nur, wer Bestellungen lesen darf.',
  getLegalText:
    'Gibt die geltende Fassung eines Rechtstextes, in der Sprache, wenn es ihn in ihr gibt, sonst in einer anderen.',
  getLegalVersion: 'Gibt eine veröffentlichte Fassung eines Rechtstextes. Sie ändert sich nie.',
  listLegalDrafts:
    'Listet die Entwürfe der Rechtstexte in allen Sprachen, mit ihren veröffentlichten Fassungen und Verfassern.',
  listLegalTexts:
    'Listet die veröffentlichten Rechtstexte mit den Adressen ihrer geltenden Fassungen, in der Sprache, wenn es sie in ihr gibt, sonst in einer anderen.',
  publishLegalText:
    'Veröffentlicht den gespeicherten Entwurf als neue Fassung. Frühere Fassungen bleiben unter ihren Adressen lesbar.',
  saveLegalDraft: 'Speichert den Entwurf eines Rechtstextes. Nichts davon ist öffentlich, bis er veröffentlicht wird.',
  applyImport:
    'Wendet an, was der Probelauf gezeigt hat, in Schüben. Eine Zeile, deren Produkt sich seitdem geändert hat, bleibt liegen und steht als `changed-since` in der Liste.',
  cancelImport:
    'Hält einen Import an, bevor oder während er angewendet wird. Was schon angewendet ist, bleibt und kann zurückgenommen werden.',
  checkImport:
    'Sagt, für welches Feld jede Spalte ist, `null` für keines, und beginnt den Probelauf. `clearsEmpty` entfernt Werte, wo Zellen leer sind; `addsBrands` und `addsCategories` legen Marken und Kategorien an, die der Shop nicht hat; `addsNearNumbers` legt Produkte an, deren Nummern sich von einer im Shop nur durch Punkt, Komma oder Schrägstrich zwischen Ziffern unterscheiden; `numbersWithoutBrand` sagt, was eine Zeile mit Marke meint, wenn nur ein Produkt ohne Marke ihre Nummer hat: das wird nachgefragt (`ask`), dieses Produkt (`same`) oder ein anderes (`other`); `decimals` sagt, was vor den Nachkommastellen jeder Spalte steht, `comma` oder `point`; `null` überlässt es ihren Werten, denen die Angabe nicht widersprechen darf; `language` sagt es von allen Spalten, deren Werte nichts beweisen; `units` hat die Einheit bloßer Zahlen jeder Spalte, `null` für die der Überschrift oder des Shops.',
  getImport:
    'Gibt einen Import mit seinen Spalten, je drei Werten davon, den Feldern, für die sie sind, seinem Fortschritt und den Kategorien und Marken, die ein verglichener anlegen würde.',
  listImportRows: 'Listet die Zeilen eines Imports in ihrer Folge: was jede ändert und was an ihr falsch ist.',
  listImports: 'Listet Importe der Arten, die der Aufrufer importieren darf, die neuesten zuerst.',
  undoImport:
    'Nimmt innerhalb von 24 Stunden zurück, was ein Import geändert hat. Zeilen, die sich seitdem geändert haben, bleiben und stehen als `left` in der Liste; Bestand wird mit Bewegungen zurückgenommen.',
  uploadImport:
    'Nimmt eine CSV- oder Excel-Datei an (Multipart-Feld `table`, höchstens 100 MB und 250.000 Zeilen) und errät, für welches Feld jede Spalte ist. Am Shop ändert sich nichts.',
}

const messages: Readonly<Record<string, string>> = de

/** Has the texts of the API reference in German; only the server reads them. */
export const germanReference: GermanReference = { summaries, refusals: (code) => messages[`problem.${code}`] }
