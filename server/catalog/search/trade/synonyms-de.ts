/** Lists what the trade calls a part in German, Austrian and Swiss shops; the lines are as in `synonyms-en.ts`. */
export const germanSynonyms = `
# brake-discs
bremsscheibe: >bremsdisc, scheibenbremse, bremsrotor, >brems scheibe, >bremscheibe, bremsscheibensatz, >bremsschiebe, scheibe bremse, vorderbremsscheibe, hinterbremsscheibe
# brake-pads
bremsbelag: bremsklotz, bremsbacke scheibenbremse, scheibenbremsbelag, belagsatz, bremsbelagsatz, bremsklötze, >brems belag, >bremsbeläge satz, >bremsklotzsatz, bremsstein, reibbelag
# drum-brakes
bremstrommel: trommelbremse, bremstopf, >brems trommel
# brake-calipers
bremssattel: bremszange, festsattel, faustsattel, schwimmsattel, >bremsattel, bremszylinder scheibenbremse
# brake-hoses
bremsschlauch: bremsleitung flexibel, bremsdruckschlauch, flexible bremsleitung, >bremschlauch, hydraulikschlauch bremse
# spark-plugs
zündkerze: kerze zündung, >zundkerze, >zünd kerze, iridiumkerze, platinkerze, >zündkertze, benzinkerze
# ignition-coils
zündspule: stabzündspule, zündmodul, zündtrafo, >zünd spule, kerzenspule, zündspulenmodul, zündtransformator
# timing-drive
zahnriemensatz: steuerriemensatz, zahnriemenkit, zahnriemen kit, zahnriemen set, steuerriemen kit, zahnriemen satz
zahnriemen: steuerriemen, nockenwellenriemen, >zahn riemen
# cooling
kühlmittelpumpe: wasserpumpe, kühlwasserpumpe, wapu, umwälzpumpe motor, >wasser pumpe
# engine-internals
kolben: motorkolben, kolbensatz, hubkolben
# turbochargers
turbolader: turbo, abgasturbolader, atl, lader turbo, turbokompressor, vtg lader
# shock-absorbers
stoßdämpfer: >dämpfer, schwingungsdämpfer, teleskopdämpfer, gasdruckdämpfer, stossdämpfer, >stosdämpfer, dämpferbein, >stoß dämpfer
gasdruckstoßdämpfer: schwingungsdämpfer, teleskopdämpfer, gasdruckdämpfer, >stosdämpfer, dämpferbein
gewindefederbein: gewindefahrwerk, federbein, gewindedämpfer, mcpherson federbein, coilover, sportfederbein
# springs
schraubenfeder: fahrwerksfeder, spiralfeder, federungsfeder, achsfeder, tragfeder, tieferlegungsfeder
# control-arms
querlenker: dreieckslenker, achslenker, lenkerarm, radführungslenker, traglenker, >quer lenker, tragarm, aufhängungsarm
# wheel-hubs
radnabe: radlager, radlagereinheit, radnabeneinheit, nabeneinheit, radlagersatz, >rad nabe, >rad lager, nabe, radlagergehäuse
# batteries
starterbatterie: autobatterie, fahrzeugbatterie, autoakku, kfz batterie, akkumulator, bleibatterie, pkw batterie, >auto batterie
# alternators
lichtmaschine: generator, drehstromgenerator, lima, >licht maschine, ladegenerator, dynamo
# starter-motors
anlasser: >starter, startermotor, anlassermotor, >anlaser
# bulbs
halogenlampe: glühbirne, scheinwerferlampe, halogenbirne, autolampe, scheinwerferbirne, glühlampe, >birne, >halogen lampe, kfz lampe
# fuses
flachsicherung: flachstecksicherung, autosicherung, kfz sicherung, stecksicherung, schmelzsicherung, sicherungssatz
# oil-filters
ölfilter: motorölfilter, schmierölfilter, >oelfilter, >öl filter, schmierstofffilter
anschraub ölfilter: anschraubfilter, wechselfilter, ölfilterpatrone, schraubfilter öl, ölwechselfilter
ölfiltereinsatz: ölfilterelement, filtereinsatz öl, ölfilterkartusche, filterpatrone öl
# air-filters
luftfilter: motorluftfilter, ansaugfilter, luftfiltereinsatz, plattenluftfilter, >luft filter, ansaugluftfilter
# cabin-filters
innenraumfilter: pollenfilter, kabinenfilter, klimaanlagenfilter, mikrofilter, kabinenluftfilter, staubfilter, klimafilter, aktivkohlefilter, innenraumluftfilter, >innenraum filter
# fuel-filters
kraftstofffilter: benzinfilter, dieselfilter, spritfilter, treibstofffilter, >kraftstofffilter diesel, >kraftstoffilter, leitungsfilter
# tyres
sommerreifen: sommerpneu, sommer reifen, sommerbereifung
winterreifen: winterpneu, winter reifen, schneereifen, matschreifen
ganzjahrreifen: ganzjahresreifen, allwetterreifen, ganzjahrespneu, allwetterpneu, vierjahreszeitenreifen
# tyres rims wheel-bolts pressure-sensors workshop-equipment
reifen: pneu, autoreifen, pkw reifen, >reiffen
# rims
alufelge: aluminiumfelge, leichtmetallfelge, alurad, leichtmetallrad, aluminiumrad, >alu felge, lm felge, gussfelge
stahlfelge: stahlrad, blechfelge, >stahl felge, stahlscheibenrad
# wheel-bolts
radschraube: radbolzen, felgenschraube, kegelbundschraube rad, >rad schraube, radbefestigungsschraube
# pressure-sensors
reifendrucksensor: rdks, rdks sensor, luftdrucksensor reifen, rdk sensor, reifendruckkontrollsensor, tpms sensor, reifensensor, raddrucksensor
# wrenches
ringmaulschlüssel: gabelringschlüssel, maulringschlüssel, gabelschlüssel, maulschlüssel, ringschlüssel, schraubenschlüssel
drehmomentschlüssel: drehmo, drehmomentratsche, drehmomentknarre, >drehmoment schlüssel, momentenschlüssel
steckschlüsselsatz: nusskasten, knarrenkasten, ratschenkasten, knarrensatz, ratschensatz, stecknusssatz, nüssekasten, steckschlüsselkasten, >stecknuss, >stecknüsse, >nuss, >nüsse, >ratsche, >knarre, >umschaltknarre
# screwdrivers
schraubendreher: schraubenzieher, >schrauben dreher, schraubendrehersatz, kreuzschlitzdreher
# pliers-and-hammers
kombizange: flachzange, universalzange, kombinationszange, beißzange
schlosserhammer: werkstatthammer, ingenieurhammer, kugelhammer, hammer, schlägel
# cordless-tools
schlagschrauber: akkuschlagschrauber, impacter, radschrauber, akku impact, >schlag schrauber
winkelschleifer: flex, trennschleifer, akkuflex, einhandschleifer, schleifhexe, trennhexe
bohrschrauber: akkuschrauber, akkubohrer, bohrmaschine, akkubohrschrauber, akku schrauber
# lamps
arbeitsleuchte: werkstattlampe, handlampe, arbeitslampe, inspektionslampe, ableuchtlampe, baustrahler, stableuchte, werkstattleuchte
# lifting
rangierwagenheber: wagenheber, rangierheber, hydraulikwagenheber, rollwagenheber, >wagen heber
hebebühne: autobühne, kfz hebebühne, zweisäulenbühne, autolift, autohebebühne, >hebe bühne
werkstattpresse: hydraulikpresse, lagerpresse, rahmenpresse, dornpresse
# air-supply
kompressor: druckluftkompressor, kolbenkompressor, luftkompressor, luftverdichter, drucklufterzeuger, werkstattkompressor
# workshop-equipment
wuchtmaschine: auswuchtmaschine, reifenwuchtmaschine, radauswuchtmaschine, auswuchtgerät
werkstattwagen: werkzeugwagen, rollwagen werkzeug, werkzeugschrank rollbar, montagewagen, werkzeugtrolley
# oils
motoröl: motorenöl, schmieröl motor, leichtlauföl, motorschmieröl, >motor öl, autoöl, viertaktöl
# oils oil-filters
motoröl: >öl
# brake-fluids
bremsflüssigkeit: bremsöl, bremsfluid, hydraulikflüssigkeit bremse, >brems flüssigkeit, bremsenflüssigkeit
# coolants
kühlmittelkonzentrat: frostschutz, kühlerfrostschutz, frostschutzmittel, kühlerschutz, kühlflüssigkeit, kühlerflüssigkeit, >kühlwasser
# cleaners-and-greases
teilereiniger: bremsenreiniger, entfetter, fettlöser, kaltreiniger, >bremsen reiniger, bauteilreiniger
mehrzweckfett: schmierfett, lagerfett, lithiumfett, abschmierfett, universalfett, radlagerfett, wälzlagerfett
# -
motorhaube: kühlerhaube, fronthaube, motordeckel
haubendämpfer: haubenlifter, gasfeder haube, gasdruckfeder motorhaube
haubenschloss: motorhaubenschloss, haubenverschluss
kotflügel: radkotflügel, seitenblech vorn
radhausschale: innenkotflügel, radlaufschale, radhausverkleidung
heckklappe: kofferraumdeckel, heckdeckel, kofferraumklappe
heckklappendämpfer: gasfeder heckklappe, heckklappenlifter
windschutzscheibe: frontscheibe, verbundglasscheibe vorn
scheibenwischer: wischerblatt, wischblatt, wischergummi
waschwasserpumpe: scheibenwaschpumpe, wischwasserpumpe
scheibenreiniger: wischwasser, scheibenklar, scheibenfrostschutz
blinker: fahrtrichtungsanzeiger, blinkleuchte, richtungsanzeiger
scheinwerfer: frontscheinwerfer, hauptscheinwerfer, frontleuchte
rückleuchte: heckleuchte, schlussleuchte, rücklicht
kennzeichenleuchte: nummernschildbeleuchtung, kennzeichenbeleuchtung
nebelscheinwerfer: nebellampe, nebelleuchte vorn
außenspiegel: seitenspiegel, rückspiegel außen
stoßstange: stoßfänger, frontschürze, stossstange
kühlergrill: kühlergitter, frontgrill
auspufftopf: schalldämpfer, endschalldämpfer, endtopf
auspuffblende: endrohrblende, auspuffendrohr
katalysator: abgaskatalysator, kat abgas
abgaskrümmer: auspuffkrümmer, fächerkrümmer
dieselpartikelfilter: dpf, rußfilter, partikelfilter
lambdasonde: sauerstoffsensor, lambdafühler
auspuffdichtung: krümmerdichtung, hosenrohrdichtung
kupplungssatz: kupplungskit, kupplung komplett
ausrücklager: kupplungsausrücklager, drucklager kupplung
kupplungsscheibe: mitnehmerscheibe, kupplungsreibscheibe
schwungrad: zweimassenschwungrad, zms, schwungscheibe
getriebeöl: schaltgetriebeöl, atf öl, getriebefluid
getriebe: schaltgetriebe, wechselgetriebe
schalthebel: ganghebel, schaltknüppel
kardanwelle: gelenkwelle kardan, antriebsstrang welle
antriebswelle: halbwelle, achswelle, gelenkwelle
gleichlaufgelenk: homokinet, antriebsgelenk
achsmanschette: antriebswellenmanschette, gelenkmanschette
spurstangenkopf: spurstangenendstück, spurstangengelenk
axialgelenk: spurstange innen, innere spurstange
traggelenk: führungsgelenk, achsgelenk, kugelgelenk achse
stabilisator: querstabilisator, stabi
koppelstange: stabilisatorstange, pendelstütze, stabistrebe
gummilager: silentblock, buchse gummi, silentlager
domlager: federbeinstützlager, federbeinlager
blattfeder: federpaket, parabelfeder
lenkgetriebe: zahnstangenlenkung, lenkungsgetriebe
servopumpe: lenkhilfepumpe, servolenkungspumpe
servoöl: lenkhilfeöl, servolenkungsöl
motorlager: motoraufhängung, motorhalter
ventildeckel: zylinderkopfhaube, ventilhaube
ventildeckeldichtung: zylinderkopfhaubendichtung, vdd
zylinderkopfdichtung: kopfdichtung, zkd
ölwanne: ölsumpf, ölwannenunterteil
ölablassschraube: verschlussschraube ölwanne, ölablaßschraube
keilrippenriemen: keilriemen, rippenriemen, flachriemen, antriebsriemen
spannrolle: umlenkrolle, riemenspanner
wellendichtring: simmerring, radialwellendichtring, simmering
nockenwelle: steuerwelle, nocke
hydrostößel: ventilstößel, tassenstößel, hydros
glühkerze: vorglühkerze, glühstift, dieselglühkerze
einspritzdüse: injektor, einspritzventil
kraftstoffpumpe: benzinpumpe, spritpumpe, dieselpumpe
tankdeckel: tankverschluss, tankkappe
drosselklappe: drosselklappenstutzen, drosselklappenteil
gaspedal: fahrpedal, beschleunigerpedal
luftmassenmesser: lmm, luftmengenmesser
kurbelwellensensor: kurbelwellengeber, ot geber
klopfsensor: klopfgeber
thermostat: kühlwasserregler, kühlmittelthermostat
wasserkühler: motorkühler, kühler motor
kühlerschlauch: kühlwasserschlauch, wasserschlauch
ausgleichsbehälter: kühlwasserbehälter, ausdehnungsgefäß
wärmetauscher: heizungskühler, heizungswärmetauscher
innenraumgebläse: heizungsgebläse, gebläsemotor, lüftermotor
klimakondensator: kondensator klimaanlage, klimakühler
hauptbremszylinder: hbz, bremshauptzylinder
radbremszylinder: rbz, radzylinder
bremsbacke: bremsbackensatz, handbremsbacke, trommelbremsbacke
handbremsseil: feststellbremsseil, bremszug, handbremszug
raddrehzahlsensor: abs sensor, abs fühler, drehzahlfühler
radmutter: felgenmutter, radbefestigungsmutter
radkappe: radzierblende, radblende
spurverbreiterung: distanzscheibe, spurplatte
reifenventil: gummiventil, schlauchventil
splint: sicherungssplint, federsplint
schlauchschelle: schlauchklemme, spannschelle
innensechskantschlüssel: inbusschlüssel, inbus
gripzange: feststellzange, schweißzange klemme
cuttermesser: teppichmesser, abbrechmesser
unterstellbock: stützbock, abstützbock
motorkran: werkstattkran, motorheber
rollbrett: montageliege, werkstattliege
ölfilterschlüssel: ölfilterband, ölfilterkralle
masseband: massekabel, erdungsband
hupe: signalhorn, fanfare
armaturenbrett: instrumententafel, cockpit verkleidung
anhängerkupplung: ahk, anhängevorrichtung, abschleppkupplung
dachträger: dachgepäckträger, lastenträger dach
einfüllstutzen: einfüllrohr, tankstutzen
`
