export type FirstProduct = {
  sku: string
  name: string
  description: string
  priceCents: number
  minimumQuantity: number
  availableQuantity: number
  /** The file name in `drawings/`, without extension. */
  drawing: string
  /** Name and description in German, where its family has no words for it. */
  german?: { name: string; content: string }
}

// The home page shows the first four, so these are well in stock and easy to order.
export const firstProducts: readonly FirstProduct[] = [
  {
    sku: 'BRK-312-V5',
    name: 'Vented front brake disc 312 mm',
    description:
      'Internally vented disc, 312 × 25 mm, minimum thickness 22 mm, five holes on a 112 mm circle, centre bore 65 mm. High-carbon cast iron with a zinc-coated hat, ECE R90 approved. Fit in pairs; locating screw included.',
    priceCents: 4600,
    minimumQuantity: 4,
    availableQuantity: 640,
    drawing: 'vented-brake-disc',
  },
  {
    sku: 'TQW-200-12',
    name: 'Click torque wrench 1/2" 40–200 Nm',
    description:
      'Half-inch reversible ratchet head, 40–200 Nm in 1 Nm steps, ±3 % clockwise to ISO 6789-2. Length 485 mm, locking collar in the grip. Comes in a hard case with its own numbered calibration certificate.',
    priceCents: 11800,
    minimumQuantity: 2,
    availableQuantity: 180,
    drawing: 'torque-wrench',
  },
  {
    sku: 'IMP-18V-1050',
    name: 'Cordless impact wrench 18 V 1050 Nm',
    description:
      'Brushless half-inch impact wrench, 1050 Nm breakaway torque, three power stages and an auto-stop for wheel bolts. 2.6 kg with battery. In the box: two 5.0 Ah batteries, 230 V charger, friction-ring anvil, case.',
    priceCents: 28900,
    minimumQuantity: 1,
    availableQuantity: 95,
    drawing: 'impact-wrench',
  },
  {
    sku: 'LFT-2P-40',
    name: 'Two-post lift 4.0 t, electro-hydraulic',
    description:
      'Clear-floor two-post lift, 4,000 kg, lifting height 1,900 mm in 45 s, asymmetric three-stage arms. 400 V three-phase, 2.2 kW, CE and EN 1493. Needs a C25/30 concrete floor 200 mm thick; anchors and pads included.',
    priceCents: 264000,
    minimumQuantity: 1,
    availableQuantity: 24,
    drawing: 'two-post-lift',
  },
  {
    sku: 'IGN-SP14-IR',
    name: 'Iridium spark plug M14 × 26.5 mm',
    description:
      'Long-life spark plug with a 0.6 mm iridium centre electrode, thread M14 × 1.25, reach 26.5 mm, hex 16 mm, heat range 6, gap preset to 0.8 mm. Tighten dry to 25 Nm. Each plug in a protective sleeve; sold singly.',
    priceCents: 745,
    minimumQuantity: 16,
    availableQuantity: 1920,
    drawing: 'spark-plug',
  },
  {
    sku: 'TBK-141-25',
    name: 'Timing belt kit, 141 teeth × 25 mm',
    description:
      'Toothed HNBR belt, 141 teeth, 25 mm wide, with automatic tensioner, guide pulley and all stretch bolts for 1.6 and 2.0 litre diesel engines. Change interval 120,000 km. Sticker for the engine bay is in the box.',
    priceCents: 6850,
    minimumQuantity: 4,
    availableQuantity: 260,
    drawing: 'timing-belt-kit',
  },
  {
    sku: 'WPM-AL-7B',
    name: 'Coolant pump, aluminium, seven-blade',
    description:
      'Belt-driven coolant pump with cast aluminium housing, seven-blade steel impeller and cartridge seal. Flange with four M6 holes, hub 58 mm. Gasket included; flush the circuit and use fresh coolant when fitting.',
    priceCents: 3400,
    minimumQuantity: 4,
    availableQuantity: 310,
    drawing: 'coolant-pump',
    german: {
      name: 'Kühlmittelpumpe, Aluminium, sieben Flügel',
      content:
        'Riemengetriebene Kühlmittelpumpe mit Aluminiumgehäuse, Stahlflügelrad mit sieben Flügeln und Gleitringdichtung. Flansch mit vier M6-Bohrungen, Nabe 58 mm. Dichtung liegt bei.',
    },
  },
  {
    sku: 'PST-8101-STD',
    name: 'Piston with rings 81.01 mm',
    description:
      'Cast aluminium piston, standard size 81.01 mm, compression height 45.8 mm, graphite-coated skirt. Supplied with three-ring set, 26 mm floating pin and two circlips. Weight-matched to ±2 g; order one per cylinder.',
    priceCents: 5200,
    minimumQuantity: 4,
    availableQuantity: 148,
    drawing: 'piston',
    german: {
      name: 'Kolben mit Ringen 81,01 mm',
      content:
        'Gegossener Aluminiumkolben, Standardmaß 81,01 mm, Kompressionshöhe 45,8 mm, mit drei Ringen, 26-mm-Bolzen und zwei Sicherungen. Auf ±2 g gewogen; je Zylinder einen bestellen.',
    },
  },
  {
    sku: 'TRB-K16-VG',
    name: 'Turbocharger 1.6 diesel, variable vane',
    description:
      'New (not rebuilt) turbocharger with variable vanes and vacuum actuator for 1.6 litre diesels, 66–85 kW. Balanced and flow-tested with a printed report. No core deposit. Gasket kit included; change oil and feed pipe when fitting.',
    priceCents: 38900,
    minimumQuantity: 1,
    availableQuantity: 2,
    drawing: 'turbocharger',
  },
  {
    sku: 'PAD-1551-LM',
    name: 'Front brake pad set, low-metallic',
    description:
      'Four pads for one axle, 155.1 × 66 mm, 20.3 mm thick with backing plate, chamfered and slotted. ECE R90, copper content below 0.5 %. Box holds pads, anti-squeal shims, one wear sensor and a sachet of guide-pin grease.',
    priceCents: 2490,
    minimumQuantity: 8,
    availableQuantity: 880,
    drawing: 'brake-pad-set',
  },
  {
    sku: 'CAL-54L-NW',
    name: 'Brake caliper 54 mm, front left',
    description:
      'New floating caliper for the left front wheel, single 54 mm piston, for discs 25 mm thick. Zinc-nickel coated, pressure-tested at 200 bar. Bleed screw M10 × 1, guide pins and copper washer included; no core deposit.',
    priceCents: 8200,
    minimumQuantity: 2,
    availableQuantity: 130,
    drawing: 'brake-caliper',
  },
  {
    sku: 'HOS-BR-525',
    name: 'Brake hose 525 mm, M10 × 1',
    description:
      'Front brake hose, 525 mm, EPDM with double textile braid to SAE J1401 and ISO 3996. Female M10 × 1 on one end, banjo eye 10 mm on the other, rubber grommet for the strut bracket. Supplied dry and capped.',
    priceCents: 890,
    minimumQuantity: 10,
    availableQuantity: 720,
    drawing: 'brake-hose',
  },
  {
    sku: 'DRM-228-4H',
    name: 'Rear brake drum 228 mm, four-hole',
    description:
      'Grey cast iron drum EN-GJL-250, inner diameter 228.5 mm, wear limit 230 mm, inner height 53 mm, four holes on a 100 mm circle. Balanced, braking face ready to fit after cleaning. Replace both sides of the axle.',
    priceCents: 3150,
    minimumQuantity: 4,
    availableQuantity: 200,
    drawing: 'brake-drum',
  },
  {
    sku: 'COV-TW40-ADJ',
    name: 'Adjustable coilover strut, front',
    description:
      'Twin-tube strut with 40 mm of ride-height adjustment on a trapezoid thread, 60 N/mm spring, galvanised body, 50 mm clamp. TÜV parts report included. Sold singly with two collar spanners; set wheel alignment after fitting.',
    priceCents: 17500,
    minimumQuantity: 2,
    availableQuantity: 64,
    drawing: 'coilover-strut',
    german: {
      name: 'Höhenverstellbares Gewindefederbein, vorn',
      content:
        'Zweirohr-Federbein, 40 mm höhenverstellbar über Trapezgewinde, Feder 60 N/mm, 50-mm-Klemmung, mit Teilegutachten. Einzeln mit zwei Schlüsseln; danach Achse vermessen.',
    },
  },
  {
    sku: 'SHK-R-358',
    name: 'Rear gas shock absorber 358–575 mm',
    description:
      'Twin-tube gas shock absorber, 358 mm closed, 575 mm open, 11 mm rod, lower eye for M12, upper pin M10. Comes with dust boot, bump stop and self-locking nut. Fit in pairs and torque with the car standing on its wheels.',
    priceCents: 3800,
    minimumQuantity: 4,
    availableQuantity: 420,
    drawing: 'shock-absorber',
    german: {
      name: 'Gasdruckstoßdämpfer 358–575 mm, hinten',
      content:
        'Zweirohr-Gasdruckdämpfer, eingefahren 358 mm, ausgefahren 575 mm, Kolbenstange 11 mm, Auge unten für M12, Stift oben M10. Mit Staubschutz, Anschlag und Mutter; nur paarweise ersetzen.',
    },
  },
  {
    sku: 'SPR-F-128',
    name: 'Front coil spring, wire 12.8 mm',
    description:
      'Cold-wound coil spring of chrome-silicon steel, wire 12.8 mm, outer diameter 148 mm, free length 356 mm, for axle loads of 960–1,020 kg. Zinc-phosphated and powder-coated. Fit in pairs; check the paint code first.',
    priceCents: 2950,
    minimumQuantity: 4,
    availableQuantity: 340,
    drawing: 'coil-spring',
  },
  {
    sku: 'ARM-FR-LWR',
    name: 'Lower control arm, front right',
    description:
      'Pressed-steel lower control arm, front right, with ball joint (18 mm taper pin) and both rubber bushes already pressed in. E-coated black. Pinch bolt and self-locking nut included; wheel alignment needed after fitting.',
    priceCents: 4700,
    minimumQuantity: 2,
    availableQuantity: 175,
    drawing: 'control-arm',
    german: {
      name: 'Unterer Querlenker, vorn rechts',
      content:
        'Querlenker aus Stahlblech, vorn rechts, mit eingepresstem Kugelgelenk (18-mm-Konus) und beiden Gummilagern. Mit Klemmschraube und Mutter; danach Achse vermessen.',
    },
  },
  {
    sku: 'HUB-5112-ABS',
    name: 'Wheel hub with bearing, 5 × 112',
    description:
      'Third-generation hub unit with double-row ball bearing and magnetic ABS encoder, five M14 × 1.5 threads on a 112 mm circle, flange 136 mm. Bolts straight on, no press needed. New axle bolt in the box; 70 Nm + 90°.',
    priceCents: 5900,
    minimumQuantity: 2,
    availableQuantity: 230,
    drawing: 'wheel-hub',
    german: {
      name: 'Radnabe mit Lager, 5 × 112',
      content:
        'Nabeneinheit mit zweireihigem Kugellager und magnetischem ABS-Ring, fünf Gewinde M14 × 1,5 auf einem Lochkreis von 112 mm. Ohne Presse zu montieren; neue Achsschraube liegt bei.',
    },
  },
  {
    sku: 'BAT-AGM-70',
    name: 'AGM starter battery 12 V 70 Ah',
    description:
      'AGM battery for start-stop cars, 70 Ah, 760 A (EN 50342-1), case L3: 278 × 175 × 190 mm, base hold-down B13, positive terminal right. Shipped charged and leak-proof; register it in the car after fitting.',
    priceCents: 12400,
    minimumQuantity: 4,
    availableQuantity: 160,
    drawing: 'starter-battery',
  },
  {
    sku: 'ALT-14V-140',
    name: 'Alternator 14 V 140 A',
    description:
      'New alternator, 14 V 140 A, LIN-controlled, with six-groove overrunning pulley 56 mm and two mounting lugs at 72 mm. Load-tested with printed curve. No core deposit; check belt and tensioner when changing.',
    priceCents: 16900,
    minimumQuantity: 1,
    availableQuantity: 72,
    drawing: 'alternator',
  },
  {
    sku: 'STM-20-11T',
    name: 'Starter motor 2.0 kW, 11 teeth',
    description:
      'Reduction-gear starter motor, 12 V 2.0 kW, pinion with 11 teeth, turning clockwise, flange with two 12.5 mm holes. Solenoid terminals M8 and blade 6.3 mm. New unit, bench-tested; suits start-stop diesel engines.',
    priceCents: 13250,
    minimumQuantity: 1,
    availableQuantity: 58,
    drawing: 'starter-motor',
  },
  {
    sku: 'BLB-H7-LL',
    name: 'Halogen bulb H7 12 V 55 W, long life',
    description:
      'Headlamp bulb H7, 12 V 55 W, base PX26d, ECE R37 approved, 1,500 lm, rated for 900 hours at 13.2 V. Vibration-proof filament, UV-blocking quartz glass. Each in a carton sleeve; do not touch the glass when fitting.',
    priceCents: 310,
    minimumQuantity: 20,
    availableQuantity: 2400,
    drawing: 'h7-bulb',
  },
  {
    sku: 'FUS-ATO-120',
    name: 'Blade fuse assortment, 120 pieces',
    description:
      'Flat blade fuses to ISO 8820-3, 19 mm wide, 32 V: 20 each of 5, 7.5, 10, 15, 20 and 30 A, colour-coded. In a lidded box with six compartments and a puller. Zinc elements, clear housings with test points.',
    priceCents: 1150,
    minimumQuantity: 5,
    availableQuantity: 450,
    drawing: 'fuse-assortment',
    german: {
      name: 'Flachsicherungssortiment, 120 Stück',
      content:
        'Flachsicherungen nach ISO 8820-3, 32 V: je 20 Stück mit 5, 7,5, 10, 15, 20 und 30 A, nach Farben. In einer Box mit sechs Fächern und Zange.',
    },
  },
  {
    sku: 'COI-PEN-4P',
    name: 'Pencil ignition coil, four-pin',
    description:
      'Plug-top ignition coil with built-in driver stage, four-pin connector, silicone boot 143 mm long, secondary voltage 32 kV. For 1.4–2.0 litre petrol engines; one per cylinder. Boot comes pre-greased; press on without twisting.',
    priceCents: 2650,
    minimumQuantity: 8,
    availableQuantity: 560,
    drawing: 'ignition-coil',
  },
  {
    sku: 'OIL-F76-34',
    name: 'Spin-on oil filter 76 × 79 mm, 3/4"-16',
    description:
      'Full-flow spin-on filter, 76 mm diameter, 79 mm high, thread 3/4"-16 UNF, bypass valve opening at 1.2 bar, silicone anti-drain valve. 12 µm glass-cellulose medium to ISO 4548. Seal pre-oiled; hand-tight plus 3/4 turn.',
    priceCents: 385,
    minimumQuantity: 20,
    availableQuantity: 3200,
    drawing: 'oil-filter',
  },
  {
    sku: 'OIL-E64-KIT',
    name: 'Oil filter element 64 mm with seals',
    description:
      'Cartridge element for plastic filter housings, 64 mm outer, 27 mm inner diameter, 104 mm high. Synthetic medium for 30,000 km intervals. Set includes the cap O-ring and drain-plug washer; tighten the cap to 25 Nm.',
    priceCents: 420,
    minimumQuantity: 20,
    availableQuantity: 2100,
    drawing: 'oil-filter-element',
  },
  {
    sku: 'AIR-P345-12',
    name: 'Panel air filter 345 × 136 × 58 mm',
    description:
      'Panel filter, 345 × 136 × 58 mm, flame-retardant cellulose with embossed pleats, moulded PU frame that seals all round. ISO 5011 efficiency above 99.5 %. Includes no housing screws; change every 60,000 km.',
    priceCents: 640,
    minimumQuantity: 10,
    availableQuantity: 980,
    drawing: 'panel-air-filter',
  },
  {
    sku: 'CAB-C254-AC',
    name: 'Cabin filter with activated carbon 254 mm',
    description:
      'Combination cabin filter, 254 × 224 × 36 mm, electrostatic fleece with 300 g/m² activated carbon against pollen, ozone and exhaust gases. ISO/TS 11155. Arrow on the frame shows air flow; change every 15,000 km.',
    priceCents: 720,
    minimumQuantity: 10,
    availableQuantity: 1150,
    drawing: 'cabin-filter',
  },
  {
    sku: 'FUE-D8-WS',
    name: 'Diesel fuel filter with water drain',
    description:
      'In-line diesel filter in an aluminium can, 85 mm diameter, 160 mm long, 8 mm quick connectors, drain screw and port for a water sensor. 4 µm multi-layer medium, water separation above 95 % to ISO 16332. Prime before starting.',
    priceCents: 1480,
    minimumQuantity: 6,
    availableQuantity: 14,
    drawing: 'fuel-filter',
  },
  {
    sku: 'TYR-2055516-S',
    name: 'Summer tyre 205/55 R16 91V',
    description:
      'Summer tyre 205/55 R16, load index 91 (615 kg), speed rating V (240 km/h), EU label: fuel B, wet grip A, 69 dB. Tread depth 7.8 mm. No tyre is older than twelve months on delivery; tubeless, rim width 5.5–7.5 inches.',
    priceCents: 5600,
    minimumQuantity: 8,
    availableQuantity: 720,
    drawing: 'summer-tyre',
  },
  {
    sku: 'RIM-A17-5112',
    name: 'Alloy wheel 7.5 × 17, 5 × 112, ET45',
    description:
      'Five-spoke cast aluminium wheel, 7.5J × 17 H2, bolt circle 5 × 112, ET45, centre bore 66.6 mm, load 725 kg, 9.6 kg. ECE R124 and winter-proof lacquer. Supplied with centre cap, without bolts; ball seat R13.',
    priceCents: 9800,
    minimumQuantity: 4,
    availableQuantity: 240,
    drawing: 'alloy-wheel',
  },
  {
    sku: 'RIM-S16-5112',
    name: 'Steel wheel 6.5 × 16, 5 × 112, ET46',
    description:
      'Black steel wheel for winter sets, 6.5J × 16 H2, bolt circle 5 × 112, ET46, centre bore 57.1 mm, load 670 kg. Cathodic dip coating with powder finish, salt-spray tested for 500 h. Uses the car maker’s own bolts.',
    priceCents: 4100,
    minimumQuantity: 4,
    availableQuantity: 380,
    drawing: 'steel-wheel',
  },
  {
    sku: 'BLT-M14-28R',
    name: 'Wheel bolts M14 × 1.5 × 28, 20 pieces',
    description:
      'Wheel bolts M14 × 1.5, shank 28 mm, ball seat R13, hex 17 mm, strength 10.9, zinc-flake coated to ISO 10683. Pack of 20 for one car. Tighten to 120 Nm and check again after 50 km.',
    priceCents: 1890,
    minimumQuantity: 5,
    availableQuantity: 600,
    drawing: 'wheel-bolts',
  },
  {
    sku: 'TPM-433-UN',
    name: 'Tyre pressure sensor 433 MHz',
    description:
      'Programmable tyre pressure sensor, 433 MHz, for clamp-in fitting, with aluminium valve, nut, grommet and cap. Battery life about seven years, 0–8 bar. Covers most cars since 2014; needs a programming tool.',
    priceCents: 2150,
    minimumQuantity: 4,
    availableQuantity: 480,
    drawing: 'tyre-pressure-sensor',
    german: {
      name: 'Reifendrucksensor 433 MHz',
      content:
        'Programmierbarer Sensor für 433 MHz zum Einklemmen, mit Aluminiumventil, Mutter, Dichtung und Kappe. Batterie für rund sieben Jahre, 0–8 bar.',
    },
  },
  {
    sku: 'SPN-CMB-12',
    name: 'Combination spanner set 8–19 mm',
    description:
      'Twelve combination spanners, 8 to 19 mm, chrome-vanadium steel to DIN 3113 A, ring end offset 15° with flank drive, satin chrome-plated. In a roll-up canvas pouch with labelled pockets; single sizes can be reordered.',
    priceCents: 5400,
    minimumQuantity: 4,
    availableQuantity: 210,
    drawing: 'combination-spanner-set',
    german: {
      name: 'Ringmaulschlüsselsatz 8–19 mm',
      content:
        'Zwölf Ringmaulschlüssel von 8 bis 19 mm aus Chrom-Vanadium-Stahl nach DIN 3113 A, Ring um 15° gekröpft, in einer Rolltasche.',
    },
  },
  {
    sku: 'SOC-12-24',
    name: 'Socket set 1/2" drive, 24 pieces',
    description:
      'Six-point sockets 10 to 32 mm to DIN 3124, 72-tooth ratchet, extensions of 125 and 250 mm, universal joint and spark-plug inserts. Chrome-vanadium steel. Steel case with foam insert, so that a missing piece shows.',
    priceCents: 8900,
    minimumQuantity: 2,
    availableQuantity: 165,
    drawing: 'socket-set',
  },
  {
    sku: 'SCR-6P-1000',
    name: 'Insulated screwdriver set, six pieces',
    description:
      'Six insulated screwdrivers for work on hybrid and electric cars: slotted 3.5, 4.0 and 5.5 mm, Phillips PH1 and PH2, voltage tester. Each one tested to 10,000 V and marked for 1,000 V AC to IEC 60900. Wall holder included.',
    priceCents: 3600,
    minimumQuantity: 4,
    availableQuantity: 320,
    drawing: 'screwdriver-set',
  },
  {
    sku: 'PLR-CMB-180',
    name: 'Combination pliers 180 mm',
    description:
      'Combination pliers, 180 mm, to ISO 5746, forged from C60 steel, cutting edges hardened to 62 HRC for medium-hard wire up to 2.5 mm. Two-component handles, polished head. Carded for the tool wall.',
    priceCents: 1640,
    minimumQuantity: 6,
    availableQuantity: 400,
    drawing: 'combination-pliers',
  },
  {
    sku: 'HAM-BP-680',
    name: 'Ball-peen hammer 680 g, ash handle',
    description:
      'Ball-peen hammer with a 680 g head, drop-forged and induction-hardened at both faces, 350 mm handle of straight-grained ash with oval ring wedge. For riveting, shaping and driving pins. Spare handles on request.',
    priceCents: 1420,
    minimumQuantity: 6,
    availableQuantity: 190,
    drawing: 'ball-peen-hammer',
  },
  {
    sku: 'GRD-18V-125',
    name: 'Cordless angle grinder 18 V 125 mm',
    description:
      'Brushless angle grinder for 125 mm discs, spindle M14, 8,500 rpm, paddle switch, electronic brake that stops in under 2 s, kickback protection. Bare tool with guard and side handle; takes every 18 V battery sold here.',
    priceCents: 13900,
    minimumQuantity: 1,
    availableQuantity: 85,
    drawing: 'angle-grinder',
  },
  {
    sku: 'DRL-18V-65',
    name: 'Cordless drill driver 18 V 65 Nm',
    description:
      'Two-speed drill driver, 65 Nm, 13 mm all-metal keyless chuck, 20 torque steps, 0–500 and 0–1,900 rpm, 1.5 kg. In the box: two 2.0 Ah batteries, charger, belt clip and stackable case. Drills 13 mm in steel.',
    priceCents: 15450,
    minimumQuantity: 1,
    availableQuantity: 110,
    drawing: 'cordless-drill',
  },
  {
    sku: 'LMP-LED-800',
    name: 'LED inspection lamp 800 lm, folding',
    description:
      'Rechargeable inspection lamp, 800 lm flood and 150 lm spot, CRI 95 for paintwork, folds 180°, magnet in base and back, two hooks. IP54, IK07, 3.5 h at full power. USB-C cable included; battery can be replaced.',
    priceCents: 4250,
    minimumQuantity: 4,
    availableQuantity: 280,
    drawing: 'inspection-lamp',
  },
  {
    sku: 'JCK-30-LP',
    name: 'Low-profile trolley jack 3.0 t',
    description:
      'Trolley jack with 3,000 kg capacity, 80 mm saddle height, lifts to 500 mm, twin-pump quick lift, 36 kg. Overload valve, foot pedal, nylon castors that spare the floor. EN 1494; rubber saddle pad and handle foam fitted.',
    priceCents: 21900,
    minimumQuantity: 1,
    availableQuantity: 46,
    drawing: 'trolley-jack',
  },
  {
    sku: 'BAL-30-LAS',
    name: 'Wheel balancer with laser and display',
    description:
      'Balancer for rims of 10–30 inches and wheels up to 70 kg, accurate to 1 g, cycle 7 s, automatic distance and diameter input, laser at six o’clock. 230 V single-phase. Set of four cones, quick nut and pliers included.',
    priceCents: 189000,
    minimumQuantity: 1,
    availableQuantity: 12,
    drawing: 'wheel-balancer',
  },
  {
    sku: 'CMP-100-3',
    name: 'Workshop compressor 100 l, 3 hp',
    description:
      'Belt-driven two-cylinder compressor, 100 litre tank, 350 l/min intake, 10 bar, 2.2 kW at 230 V, 1,100 rpm for quiet running. Pressure regulator, two quick couplings. Vessel to EN 286-1; first oil fill included.',
    priceCents: 64900,
    minimumQuantity: 1,
    availableQuantity: 30,
    drawing: 'air-compressor',
  },
  {
    sku: 'PRS-20-FS',
    name: 'Hydraulic workshop press 20 t',
    description:
      'Floor-standing press, 20 t, two-speed hand pump, ram stroke 190 mm, working width 510 mm, bed adjustable in eight steps, 98 kg. Gauge, two V-blocks and return springs fitted. Bolts to the floor; press plates sold with it.',
    priceCents: 43900,
    minimumQuantity: 1,
    availableQuantity: 18,
    drawing: 'hydraulic-press',
  },
  {
    sku: 'TRL-7D-EMP',
    name: 'Tool trolley with seven drawers',
    description:
      'Steel tool trolley, 680 × 460 × 1,000 mm, seven ball-bearing drawers, 35 kg each, fully extending, central lock, only one drawer opens at a time. Two fixed and two braked castors of 125 mm. Empty; anti-slip mats included.',
    priceCents: 51900,
    minimumQuantity: 1,
    availableQuantity: 0,
    drawing: 'tool-trolley',
    german: {
      name: 'Werkstattwagen mit sieben Schubladen',
      content:
        'Werkstattwagen aus Stahl, 680 × 460 × 1.000 mm, sieben kugelgelagerte Schubladen für je 35 kg, Zentralschloss, zwei feste und zwei gebremste Rollen. Ohne Inhalt, mit Antirutschmatten.',
    },
  },
  {
    sku: 'EOL-5W30-5L',
    name: 'Engine oil 5W-30 C3, 5 litres',
    description:
      'Fully synthetic low-SAPS oil SAE 5W-30, ACEA C3, API SP, for petrol and diesel engines with particulate filter and intervals up to 30,000 km. Five-litre can with spout; four cans make a carton. Safety data sheet online.',
    priceCents: 2380,
    minimumQuantity: 8,
    availableQuantity: 960,
    drawing: 'engine-oil-can',
  },
  {
    sku: 'BRF-DOT4-1L',
    name: 'Brake fluid DOT 4 low-viscosity, 1 litre',
    description:
      'Brake and clutch fluid DOT 4 class 6 for ABS and ESP, ISO 4925, FMVSS 116, dry boiling point 265 °C, wet 175 °C, 700 mm²/s at −40 °C. One-litre tin with foil seal; change every two years. Keep tightly closed.',
    priceCents: 795,
    minimumQuantity: 12,
    availableQuantity: 840,
    drawing: 'brake-fluid-tin',
  },
  {
    sku: 'COO-SI-15',
    name: 'Coolant concentrate, silicated, 1.5 litres',
    description:
      'Ethylene-glycol coolant with silicates and organic inhibitors for aluminium engines, ASTM D3306. Mix 1:1 with distilled water for protection to −37 °C. Dyed pink, free of nitrites and amines. 1.5-litre bottle, child-proof cap.',
    priceCents: 680,
    minimumQuantity: 12,
    availableQuantity: 660,
    drawing: 'coolant-bottle',
    german: {
      name: 'Kühlmittelkonzentrat, silikathaltig, 1,5 Liter',
      content:
        'Kühlmittel auf Ethylenglykolbasis mit Silikaten für Aluminiummotoren, ASTM D3306. 1:1 mit destilliertem Wasser frostsicher bis −37 °C. Rosa, frei von Nitriten und Aminen.',
    },
  },
  {
    sku: 'CLN-BRK-500',
    name: 'Brake cleaner spray, 500 ml',
    description:
      'Fast-drying brake and parts cleaner, free of acetone and chlorine, leaves no residue. Works at any angle, also upside down. 500 ml can with fixed straw; carton of twelve. Extremely flammable: ventilate the bay.',
    priceCents: 215,
    minimumQuantity: 24,
    availableQuantity: 2880,
    drawing: 'brake-cleaner-spray',
  },
  {
    sku: 'GRS-LI2-400',
    name: 'Lithium grease cartridge NLGI 2, 400 g',
    description:
      'Lithium-complex grease with EP additives, NLGI 2, DIN 51825 KP2K-30, −30 to +140 °C, for wheel bearings, joints and chassis points. 400 g cartridge that fits standard lever guns (DIN 1283). Carton of 24.',
    priceCents: 365,
    minimumQuantity: 24,
    availableQuantity: 1440,
    drawing: 'grease-cartridge',
    german: {
      name: 'Lithiumfett-Kartusche NLGI 2, 400 g',
      content:
        'Lithiumkomplexfett mit EP-Zusätzen, NLGI 2, DIN 51825 KP2K-30, −30 bis +140 °C, für Radlager, Gelenke und Fahrwerk. 400-g-Kartusche für übliche Fettpressen.',
    },
  },
]
