#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| referee_fuzz::action(bytes));
