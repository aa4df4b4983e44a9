//! Ten more questions in a hurry, over the notes of a firmware team: the right one comes first.

use rstest::rstest;

use crate::world::comes_first;

/// Hours before the question, and the fact.
#[rustfmt::skip]
const FACTS: &[(i64, &str)] = &[
    (900, "The bootloader must never be flashed on battery power; use the bench supply"),
    (899, "The bootloader checks the signature with Ed25519 and refuses images older than the one installed"),
    (898, "Battery life is specified for 400 charge cycles"),
    (897, "Two GPUs are installed in the build farm, both for the vision tests"),
    (896, "The build farm is switched off on public holidays"),
    (895, "PRs that touch the radio stack need a review by Okafor"),
    (894, "Okafor bought the second spectrum analyser; it is in the cage on floor three"),
    (893, "The cage key is with the front desk"),
    (892, "ERR_FLASH_TIMEOUT means the SPI clock is above 24 MHz"),
    (891, "ERR_FLASH_VERIFY means a bad block; swap the board"),
    (890, "MAX_RETRY_COUNT is 7 because the carrier drops the first six"),
    (889, "RetryPolicyFactory lives in drivers/net/retry_policy.cc and is shared with the gateway"),
    (888, "drivers/net/socket_pool.cc leaks when the modem resets"),
    (887, "Zephyr 3.1 is what ships; 3.10 does not boot on the rev C board"),
    (886, "Zephyr 13.1 does not exist, whatever the wiki says"),
    (885, "The rev C board has 64 KB of RAM, the rev D board 128 KB"),
    (884, "Serial console: 115200 baud, 8N1, on the USB-C port"),
    (883, "The device answers at 10.0.3.17 when DHCP fails"),
    (882, "10.0.3.1 is the router of the lab and must not be rebooted"),
    (881, "Health endpoint: https://localhost:8443/healthz, self-signed certificate"),
    (880, "Use `west build -p always` after changing the device tree"),
    (879, "`west flash --runner jlink` for rev C, `--runner openocd` for rev D"),
    (878, "`--no-verify` is forbidden on the release branch"),
    (877, "Filesystem: LittleFS on the external flash, NVS for settings"),
    (876, "Settings survive a factory reset unless the jumper is set"),
    (875, "The colour of the status LED is amber while updating"),
    (874, "Updates are staged: 1 percent, 10 percent, then everyone"),
    (873, "A staged update is paused by hand in the console, never by the API"),
    (872, "The antenna certificate expires in March; the lab in Delft renews it"),
    (871, "The thermal chamber runs from minus forty to plus eighty-five degrees"),
    (870, "Mice chewed the cable of chamber two; check it before a long run"),
    (869, "Interrupt handlers must not allocate; the linter does not see it"),
    (868, "The watchdog fires after eight seconds and writes the stack to flash"),
    (867, "Do not sleep in the modem thread, or the watchdog fires"),
    (866, "Crash dumps are uploaded at night and kept for a year"),
    (865, "The vendor's SDK is pinned to commit 7f3a9c1"),
    (864, "The customer in Lyon still runs firmware 2.8 and may not be updated"),
    (863, "The customer in Porto asked for a hot reload of the certificates"),
    (862, "The protocol is MQTT 5 with a persistent session; QoS 2 is not used"),
    (861, "We use CBOR on the wire; JSON is for the console only"),
    (860, "L'aggiornamento del firmware fallisce se l'orologio non è sincronizzato"),
    (859, "Gli schemi elettrici si trovano nella cartella condivisa del laboratorio"),
    (858, "Le schede difettose vanno etichettate e messe nella scatola rossa"),
    (857, "La camera termica non va mai aperta durante una prova"),
    (856, "固件升级前必须检查电池电量，低于百分之三十时拒绝升级"),
    (855, "天线的校准数据保存在工厂分区，不要擦除"),
    (854, "串口日志默认关闭，量产版本不得打开"),
    (853, "ファームウェアの更新中は電源を切らないこと"),
    (852, "量産ラインの検査治具は二番棚にある"),
    (851, "アンテナの校正値は工場で書き込まれる"),
    (850, "После обновления прошивки нужно перезагрузить модем"),
    (849, "Плата ревизии C снята с производства"),
    (848, "Тестовый стенд выключают по пятницам"),
    (847, "Le banc d'essai est réservé à l'équipe radio le mardi"),
    (846, "Der Prüfstand braucht nach dem Einschalten zehn Minuten"),
    (200, "Decided to drop Bluetooth classic"),
    (72, "Decided to make the logs binary"),
    (48, "Deciso di spostare le impostazioni in NVS"),
    (20, "Decided to buy a second chamber"),
];

#[rstest]
#[case::plural_of_capitals("which PR needs Okafor", "PRs that touch the radio stack")]
#[case::singular_of_capitals("gpu in the farm", "Two GPUs are installed")]
#[case::plural_in_small_letters("prs on the radio stack", "PRs that touch the radio stack")]
#[case::versions_that_begin_alike("zephyr 3.10", "Zephyr 3.1 is what ships; 3.10")]
#[case::number_and_unit_in_one("64KB ram", "The rev C board has 64 KB")]
#[case::an_identifier_in_words("max retry count", "MAX_RETRY_COUNT is 7")]
#[case::words_written_apart("what file system is on the external flash", "Filesystem: LittleFS")]
#[case::spelling_of_the_other_side("color of the led", "The colour of the status LED")]
#[case::a_long_way_round(
    "hey, remind me please what was it again that we must never ever do with the boot loader when only the battery is there",
    "The bootloader must never be flashed"
)]
#[case::italian_without_marks(
    "perche fallisce l aggiornamento firmware",
    "L'aggiornamento del firmware"
)]
#[case::russian_cases("обновление прошивок модема", "После обновления прошивки")]
#[case::days_back("what did we decide three days ago", "Decided to make the logs binary")]
#[case::days_back_in_italian("cosa abbiamo deciso due giorni fa", "Deciso di spostare")]
#[case::address_in_full("10.0.3.1", "10.0.3.1 is the router")]
#[case::japanese_without_particles("ファームウェア更新 電源", "ファームウェアの更新中")]
#[case::chinese_question("升级固件之前要检查什么", "固件升级前必须检查电池")]
#[case::irregular_forms("did a mouse chew something", "Mice chewed the cable")]
#[case::irregular_verb("who buys the analyzer", "Okafor bought the second")]
#[case::short_hash("7f3a9c1", "The vendor's SDK is pinned")]
#[case::an_address("https://localhost:8443/healthz", "Health endpoint")]
#[case::an_option_alone("--runner", "`west flash --runner jlink`")]
#[case::negation("which version does not boot on rev C", "Zephyr 3.1 is what ships")]
fn the_right_fact_comes_first(#[case] query: &str, #[case] expect: &str) {
    comes_first(FACTS, query, expect);
}
